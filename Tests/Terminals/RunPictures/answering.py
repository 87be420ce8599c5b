#!/usr/bin/env python3
"""A server on loopback that answers as OpenAI's and Mistral's do (chat completions): it streams one answer in
Markdown, word by word, whatever the question is. answering.py PORT ANSWER"""
import http.server
import json
import pathlib
import re
import sys
import time

PAUSE = 0.03  # Between two words.


class Answerer(http.server.BaseHTTPRequestHandler):
    answer = ""

    def send(self, kind, body=None):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if body is not None:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body or b"")

    def do_GET(self):
        self.send("application/json", json.dumps(
            dict(object="list", data=[dict(id="loopback", object="model", created=0, owned_by="loopback")])).encode())

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        head = dict(id="answer", created=0, model=asked.get("model", "loopback"))
        usage = dict(prompt_tokens=10, completion_tokens=100, total_tokens=110)
        if not asked.get("stream"):
            message = dict(role="assistant", content=self.answer)
            return self.send("application/json", json.dumps(head | dict(
                object="chat.completion", usage=usage,
                choices=[dict(index=0, message=message, finish_reason="stop")])).encode())
        self.send("text/event-stream")
        words = re.findall(r"\s*\S+\s*$|\s*\S+", self.answer)
        self.close_connection = True
        try:
            for number, word in enumerate(words):
                role = {} if number else dict(role="assistant")
                self.write_event(head, role | dict(content=word), None)
                time.sleep(PAUSE)
            self.write_event(head | dict(usage=usage), {}, "stop")
            self.wfile.write(b"data: [DONE]\n\n")
        except ConnectionError:
            pass  # The program was ended.

    def write_event(self, head, delta, reason):
        event = head | dict(object="chat.completion.chunk", choices=[dict(index=0, delta=delta, finish_reason=reason)])
        self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, *_):
        pass


def serve(port, answer):
    Answerer.answer = answer
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), Answerer)


if __name__ == "__main__":
    serve(int(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text()).serve_forever()
