// A program that draws as those of Ink do: below the shell's prompt, over its own last lines.
import process from "node:process";

const items = ["Apples", "Pears", "Plums"];
let chosen = 0;
let lines = 0;

function draw(text) {
  process.stdout.write(lines ? `\x1b[${lines}A\x1b[0J` : "");
  process.stdout.write(text.map((line) => line + "\n").join(""));
  lines = text.length;
}

function menu() {
  draw(["Choose:", ...items.map((item, at) => (at === chosen ? `\x1b[36m❯ ${item}\x1b[0m` : `  ${item}`))]);
}

process.stdin.setRawMode(true);
process.stdout.write("\x1b[?25l");
menu();
process.stdin.on("data", (keys) => {
  for (const key of keys.toString().match(/\x1b\[[A-D]|[^]/g)) {
    if (key === "\x1b[B") chosen = Math.min(chosen + 1, items.length - 1);
    if (key === "\x1b[A") chosen = Math.max(chosen - 1, 0);
    if (key === "\r") {
      draw([`You took ${items[chosen]}.`]);
      process.stdout.write("\x1b[?25h");
      process.exit(0);
    }
  }
  menu();
});
