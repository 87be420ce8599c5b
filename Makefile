# The only door: every build, test and measurement goes through here.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

STATIC = .build/static
PROGRAM = $(STATIC)/release/lisan
AGENT = .build/agent/release/lisan-agent
SERVER = .build/server/release/lisan-server
# Fully static: starts in half the time and needs no toolchain where it runs. A scratch path of
# its own, because a plain release build would replace the program by a dynamic one.
# Laid out by `make order`, so that a start touches few pages, with types of generic containers asked
# for by function and not by name, which the runtime would take apart first.
STATIC_FLAGS = -c release --scratch-path $(STATIC) --static-swift-stdlib -Xswiftc -static-executable \
  -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  -Xswiftc -use-ld=lld -Xlinker --no-warn-symbol-ordering \
  -Xlinker --symbol-ordering-file=$(CURDIR)/$(ORDER)
ORDER = Sources/lisan/startup.order
# With Swift's libraries in it and Debian's shared: these the loader finds where the system has them, and
# never beside the program.
DYNAMIC_FLAGS = -c release --static-swift-stdlib --disable-local-rpath
SOURCES = Sources Tests Package.swift docs/examples
FUZZ_SECONDS ?= 600
# Examples that schemathesis makes for each operation of the server.
FUZZ_EXAMPLES ?= 500
ATTACK_SECONDS ?= 600
EXAMPLES = $(wildcard docs/examples/*)

AGENT_PACKAGES = libsqlite3-dev libcurl4-openssl-dev libsecret-1-dev pkg-config
BUILD_PACKAGES = libncurses-dev $(AGENT_PACKAGES)
SERVER_PACKAGES = libsqlite3-dev libmicrohttpd-dev libgnutls28-dev libsodium-dev
TEST_PACKAGES = $(BUILD_PACKAGES) $(SERVER_PACKAGES) openssl curl dbus-daemon dbus-bin gnome-keyring libglib2.0-bin python3 dialog whiptail less vim htop tmux strace gettext locales \
  zsh fish bash-completion mandoc \
  unicode-data unicode-cldr-core libfribidi-dev libicu-dev libvterm-dev liblmdb-dev \
  ncurses-term e2fsprogs procps
FUZZ_PACKAGES = $(TEST_PACKAGES) python3-venv
BENCH_PACKAGES = $(TEST_PACKAGES) wrk curl python3-venv valgrind binutils

TERMINAL_PACKAGES = $(BUILD_PACKAGES) $(SERVER_PACKAGES) xvfb xdotool imagemagick dbus-daemon \
  fonts-dejavu-core libgl1-mesa-dri sway grim tmux screen xterm rxvt-unicode stterm alacritty zutty foot \
  kitty konsole mlterm xfce4-terminal gnome-terminal terminology pterm qterminal cool-retro-term \
  qml-module-qtquick-controls qml-module-qtgraphicaleffects

.PHONY: run demo terminals terminal-packages test build release bench textual order fuzz faults attack examples pictures documents conformance lint format install install-files uninstall clean \
  server build-packages server-packages test-packages fuzz-packages bench-packages swift

run: release
	@$(PROGRAM)

# A server on loopback with two people in a scratch place, and the screen against it.
demo: release server
	@Tests/demo.sh $(PROGRAM) $(SERVER)

test: test-packages swift
	@Tests/run.sh $(SWIFT) test -c release --skip '$(ALONE)|$(TIMED)'
	@Tests/run.sh $(SWIFT) test -c release --skip-build --filter '$(ALONE)' --skip '$(TIMED)'
	@Tests/run.sh $(SWIFT) test -c release --skip-build --no-parallel --filter '$(TIMED)'

# These tests keep limits of time, so they run after the tests that block threads for seconds.
ALONE = AccountAgentTests
# These tests run one after the other: some judge the median and the worst of many times, some take all
# processors from others.
TIMED = TimeLimitTests|AttackTests|FloodTests

build: build-packages swift
	$(SWIFT) build

# The program, and the helper that carries the account, with a link to it where the program looks: beside
# itself.
release: build-packages swift
	$(SWIFT) build $(STATIC_FLAGS) --product lisan
	$(SWIFT) build $(DYNAMIC_FLAGS) --scratch-path .build/agent --product lisan-agent
	@ln -sf $(abspath $(AGENT)) $(STATIC)/release/

# The account server, with Swift's libraries in it; it needs those of Debian that it is linked to.
server: server-packages swift
	$(SWIFT) build $(DYNAMIC_FLAGS) --scratch-path .build/server --product lisan-server

# Ours and the peers' in turns, in one run; one run's numbers to another's are not comparable.
# BENCH_OPTIONS=--json prints them for programs, a section's name measures that one alone.
bench: bench-packages swift release textual
	$(SWIFT) build -c release --product lisan-server
	$(SWIFT) build -c release --product bench
	install -D $(PROGRAM) $(MEASURED)
	ln -sf $(abspath $(AGENT)) $(dir $(MEASURED))
	.build/release/bench --program $(MEASURED) $(BENCH_OPTIONS)

# A copy, as an installed program is one: what a linker leaves in the page cache is in single pages,
# which take longer to map.
MEASURED = .build/measured/lisan

# A peer from PyPI in an environment of its own; where that cannot be had, its rows are left out.
textual:
	@[ -x .build/textual/bin/python ] && .build/textual/bin/python -c 'import textual' || { \
	  echo "Installing from PyPI into .build/textual: textual"; \
	  python3 -m venv .build/textual && .build/textual/bin/pip install -q textual; } || \
	  echo "make: Textual could not be installed; it is left out"

# The long forms of what `make test` runs in short: ten minutes of libFuzzer for each parser, a
# million random lines against ICU and FriBidi, 100,000 keys, clicks and pastes at the screen. And
# schemathesis, which asks the server all that its API's document allows and forbids.
fuzz: fuzz-packages swift
	LISAN_FUZZ_LINES=1000000 $(SWIFT) test -c release \
	  --filter 'BidiDifferential|JoiningDifferential|RuleByRule'
	for seed in 1 2 3 4; do \
	  LISAN_FUZZ_EVENTS=25000 LISAN_FUZZ_SEED=$$seed $(SWIFT) test -c release --filter ScreenFuzz || exit 1; \
	done
	for name in bidi emulator catalogs; do Tests/Fuzzing/$$name.sh $(FUZZ_SECONDS) || exit 1; done
	$(SWIFT) build -c release --product lisan-server
	Tests/AccountServerTests/schemathesis.sh .build/release/lisan-server $(FUZZ_EXAMPLES)

# What a start touches, in the order in which it does: for the linker. To run after large changes; what
# an old order does not know comes later in the program, and nothing breaks.
order: bench-packages swift
	$(SWIFT) build $(STATIC_FLAGS) --product lisan -Xlinker -Map=$(CURDIR)/$(STATIC)/map -Xlinker --no-demangle
	python3 Tests/Benchmarks/startup_order.py $(PROGRAM) $(STATIC)/map $(ORDER)
	rm $(PROGRAM)  # It is linked with the old order, which the build does not see.

# Every attack on the preference file with its full counts.
faults: test-packages swift
	$(SWIFT) build -c release --product preference-faults
	.build/release/preference-faults

# Attacks on the account server on loopback: kills, floods, accidents with its files, clocks, want of
# memory, room and readers. Prints tries and losses, and fails where there is one.
attack: test-packages swift
	$(SWIFT) build -c release --product lisan-server
	$(SWIFT) build -c release --product server-attacks
	.build/release/server-attacks $(ATTACK_SECONDS)

# The packages of docs/examples, each built and run as a user of the libraries would.
examples: test-packages swift
	for name in $(EXAMPLES); do $(SWIFT) run --package-path $$name || exit 1; done

# The pictures of the README, drawn from the running program.
pictures: release
	$(SWIFT) build -c release --product pictures
	.build/release/pictures $(PROGRAM) docs/pictures

# The lists in the manual pages and the completions of the shells, from the command lines of the programs.
documents: build-packages server-packages swift
	$(SWIFT) build --product documents
	.build/debug/documents .

# Which test proves which requirement, from the tests' names.
conformance: swift
	$(SWIFT) build -c release --product conformance
	.build/release/conformance . > .build/conformance.md && mv .build/conformance.md docs/

# Every page in real terminals, in both directions, at three sizes, alone, in tmux and in GNU screen,
# each picture judged cell by cell; those of pages with wrong rows and one page of each are in
# .build/terminals. TERMINALS names a few alone: "kitty foot", "pterm tmux 60x16". All of it takes
# about an hour.
terminals: terminal-packages swift release
	$(SWIFT) build -c release --product lisan-server
	$(SWIFT) build -c release --product terminals
	.build/release/terminals $(PROGRAM) .build/release/lisan-server .build/terminals $(TERMINALS)

lint: swift
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format: swift
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

# What is installed: mode, source, place below PREFIX. `uninstall` takes away exactly these.
INSTALLED = 755:$(PROGRAM):bin/lisan 755:$(SERVER):bin/lisan-server \
  755:$(AGENT):libexec/lisan-agent \
  $(foreach file,$(DATA),644:Resources/$(file):share/lisan/$(file)) \
  $(foreach page,$(PAGES),644:Resources/man/$(page):share/man/$(page)) \
  $(foreach name,lisan lisan-server, \
    644:Resources/completions/bash/$(name):share/bash-completion/completions/$(name) \
    644:Resources/completions/zsh/_$(name):share/zsh/$(ZSH_FUNCTIONS)/_$(name) \
    644:Resources/completions/fish/$(name).fish:share/fish/vendor_completions.d/$(name).fish)
DATA = $(shell cd Resources && find * -type f -not -path 'man/*' -not -path 'completions/*')
PAGES = $(shell cd Resources/man && find * -type f)
# Where Debian's zsh looks: packages have a folder of their own.
ZSH_FUNCTIONS = $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)

install: release server install-files

# The copying alone, for packagers who have built already: PROGRAM, SERVER and AGENT say where.
install-files:
	@for entry in $(INSTALLED); do \
	  set -- $$(echo "$$entry" | tr : ' '); \
	  install -D -m "$$1" "$$2" "$(DESTDIR)$(PREFIX)/$$3" || exit 1; \
	done

# Folders go where nothing else is in them.
uninstall:
	@[ ! -d "$(DESTDIR)$(PREFIX)" ] || { \
	  cd "$(DESTDIR)$(PREFIX)" && for entry in $(INSTALLED); do \
	    place=$${entry##*:}; rm -f "$$place"; \
	    [ ! -d "$${place%/*}" ] || rmdir -p --ignore-fail-on-non-empty "$${place%/*}"; \
	  done; \
	}

clean:
	rm -rf .build

swift:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "make: no Swift toolchain: put the folder with 'swift' (6.2 or later) on PATH" >&2; exit 1; }

build-packages: ; $(call need,$(BUILD_PACKAGES))
server-packages: ; $(call need,$(SERVER_PACKAGES))
test-packages: ; $(call need,$(TEST_PACKAGES))
fuzz-packages: ; $(call need,$(FUZZ_PACKAGES))
bench-packages: ; $(call need,$(BENCH_PACKAGES))
terminal-packages: ; $(call need,$(TERMINAL_PACKAGES))

# Installs the Debian packages that are missing, and says so; says nothing where none is.
define need
@missing=$$(for name in $(1); do \
    dpkg-query -W -f '$${Status}' "$$name" 2>/dev/null | grep -q 'ok installed' || echo "$$name"; \
  done); \
if [ -n "$$missing" ]; then \
  echo "Installing from Debian:" $$missing; \
  as_root=; [ "$$(id -u)" = 0 ] || as_root=sudo; \
  $$as_root apt-get update -qq && \
    DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -y -qq --no-install-recommends $$missing; \
fi
endef
