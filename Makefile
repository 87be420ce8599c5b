# Every build, test and measurement is a target of this file.

SWIFT ?= swift
SWIFTC ?= swiftc
# What the tests of this package compute with is optimized in debug builds too (Package.swift).
export LISAN_OPTIMIZED_TESTS ?= 1
PREFIX ?= /usr/local
DESTDIR ?=

# Where the project is published: its page, and the folder with the pictures of docs/pictures/design, if it is
# not below that page. Packages and metadata name them only if HOMEPAGE is given.
export HOMEPAGE ?=
export PICTURES ?=

# The name for desktops. It begins with a domain of those who publish the project, reversed, and never changes
# afterwards. The maintainers' domain is one that is reserved for examples.
export DESKTOP_ID ?= example.a_seed_70d7664f.lisan

# Everything else reads the version from this file.
VERSION = $(shell sed -n 's/^public let packageVersion = "\(.*\)"$$/\1/p' \
  Sources/System/PackageVersion/PackageVersion.swift)

STATIC = .build/static
PROGRAM = $(STATIC)/release/lisan
DRIVE = $(STATIC)/release/lisan-drive
AGENT = .build/agent/release/lisan-agent
SERVER = .build/server/release/lisan-server
# Fully static: the program starts in half the time and needs no toolchain where it runs. It has a
# separate scratch path, because a plain release build would replace it by a dynamic one. `make order`
# sets its layout, so that a start touches few pages. Types of generic containers are requested by
# function, because the runtime would first have to parse their names. Functions with identical code
# are kept once (ICF). The C library's start of a static program registers the tables for unwinding, which
# are then sorted at the first unwinding, such as the end of a thread: 14 ms. Unregistered, they are found by
# the sorted list that the linker writes.
STATIC_FLAGS = -c release --scratch-path $(STATIC) $(REPRODUCIBLE) --static-swift-stdlib -Xswiftc -static-executable \
  -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --no-warn-symbol-ordering \
  -Xlinker --symbol-ordering-file=$(CURDIR)/$(ORDER) -Xlinker --eh-frame-hdr \
  $(foreach name,__register_frame_info __deregister_frame_info,-Xlinker --wrap=$(name) -Xlinker --defsym=__wrap_$(name)=0)
ORDER = Sources/Programs/lisan/startup.order
# Swift's libraries are linked statically, Debian's dynamically. The loader looks for Debian's
# only in the system's folders, never beside the program. Addresses that the loader fills in are
# listed in the short form (RELR), which saves 0.7 MB for each program.
DYNAMIC_FLAGS = -c release $(REPRODUCIBLE) --static-swift-stdlib --disable-local-rpath \
  -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs
# Builds of one commit are identical: programs and debug symbols contain no path of the build folder,
# and no hash of such a path (of a module, or in the name of a cached C module).
REPRODUCIBLE = -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
# The linker lists what it read in a file, for the bill of materials.
reads = -Xlinker --dependency-file=$(CURDIR)/$(1).d
SOURCES = Sources Tests Package.swift docs/examples
FUZZ_SECONDS ?= 600
# The number of examples that schemathesis generates for each operation of the server.
FUZZ_EXAMPLES ?= 500
ATTACK_SECONDS ?= 600
ORACLE_LINES ?= 200000
EXAMPLES = $(patsubst %/,%,$(dir $(wildcard docs/examples/*/Package.swift)))

AGENT_PACKAGES = libsqlite3-dev libcurl4-openssl-dev libicu-dev libdbus-1-dev
BUILD_PACKAGES = libncurses-dev $(AGENT_PACKAGES)
SERVER_PACKAGES = libsqlite3-dev libpq-dev libcurl4-openssl-dev libmicrohttpd-dev libgnutls28-dev libsodium-dev
TEST_PACKAGES = $(BUILD_PACKAGES) $(SERVER_PACKAGES) postgresql-15 openssl curl dbus-daemon dbus-bin gnome-keyring libglib2.0-bin python3 dialog whiptail less vim htop tmux strace gettext locales git man-db \
  zsh fish nano mc fzf bc sqlite3 bash-completion mandoc openssh-server openssh-client iproute2 \
  unicode-data unicode-cldr-core libfribidi-dev libvterm-dev liblmdb-dev \
  libharfbuzz0b python3-babel ncurses-term e2fsprogs procps librsvg2-bin imagemagick fonts-dejavu-core python3-pytest \
  exim4-daemon-light chromium python3-venv w3m lynx binutils libxml2-utils
FUZZ_PACKAGES = $(TEST_PACKAGES)
# More programs whose output is recorded, in addition to those of the tests.
RECORDING_PACKAGES = $(TEST_PACKAGES) emacs-nox tree most lynx w3m links elinks \
  ncdu tig joe jed ne micro ranger nnn sl cmatrix ncal figlet toilet info nethack-console calcurse mutt screen \
  sqlite3 gdb bc ed jq xxd
RUN_PICTURE_PACKAGES = $(BUILD_PACKAGES) python3 xvfb xdotool imagemagick fonts-dejavu-core libgl1-mesa-dri \
  xterm stterm alacritty kitty konsole xfce4-terminal tmux man-db less git nano mc emacs-nox whiptail \
  zsh vim fzf htop python3-venv ngircd weechat-curses irssi neomutt w3m newsboat ranger \
  mmdebstrap
TEXT_PACKAGES = python3 python3-venv nodejs rustc golang-go gcc libc6-dev binutils unicode-data valgrind
BENCH_PACKAGES = $(TEST_PACKAGES) wrk curl python3-venv valgrind

comma = ,
DEB_PACKAGES = $(BUILD_PACKAGES) $(SERVER_PACKAGES) debhelper dpkg-dev dh-python po-debconf python3 gnupg
TARBALL_PACKAGES = $(BUILD_PACKAGES) libssl-dev libc-ares-dev icu-devtools dpkg-dev gcc make curl patch xz-utils \
  ncurses-term foot-terminfo kitty-terminfo
TARBALL_TEST_PACKAGES = rpmlint mmdebstrap busybox-static musl openssl dbus-daemon dbus-bin gnome-keyring iproute2 python3
DEB_TEST_PACKAGES = $(DEB_PACKAGES) lintian mmdebstrap systemd-container desktop-file-utils appstream

TERMINAL_PACKAGES = $(BUILD_PACKAGES) $(SERVER_PACKAGES) xvfb xdotool imagemagick dbus-daemon \
  fonts-dejavu-core libgl1-mesa-dri sway grim tmux screen xterm rxvt-unicode stterm alacritty zutty foot \
  kitty konsole mlterm xfce4-terminal gnome-terminal terminology pterm qterminal cool-retro-term \
  qml-module-qtquick-controls qml-module-qtgraphicaleffects chromium python3-venv

# The terminals and the peers whose pictures docs/design.md has.
DESIGN_PACKAGES = $(BUILD_PACKAGES) python3-venv xvfb xdotool imagemagick dbus-daemon fonts-dejavu-core libgl1-mesa-dri \
  xterm xfce4-terminal kitty alacritty htop gnome-control-center

.PHONY: app-screen app-agent drive drive-wheel drive-bindings drive-scripts c-library wheel npm-package install-c-library check-c-library text-bindings text-packages run app demo terminals xterm.js paragraphs pasting terminal-packages test test-long test-one targets axe build release bench textual ghostty order fuzz faults attack oracles examples pictures design run-pictures text-pictures run-picture-programs reported-programs recordings screens documents conformance lint format install install-files install-languages uninstall symbols \
  deb deb-files check-deb dist clean server deb-packages deb-test-packages build-packages server-packages test-packages fuzz-packages recording-packages run-picture-packages screen-packages bench-packages design-packages swift

# A debug build, which `make test` goes on with. It is made in half the time of the one that `make install`
# installs.
run: build-packages swift
	@for name in lisan lisan-agent; do $(BUILD) --product $$name || exit 1; done
	@.build/debug/lisan

# A server on loopback with two people in a temporary folder, and the screen connected to it.
demo: release server
	@Tests/demo.sh $(PROGRAM) $(SERVER)

# The tests in a debug build, which is made in half the time. Random tests are short, and the tests
# that need optimized code or all processors wait for `make test-long`. The programs that they start read
# compiled texts, as installed programs do. The clusters of PostgreSQL are in memory: dozens are made and removed,
# and on ext4 each new file then looks for an inode among those that were freed in the last minutes.
test: export LISAN_CLUSTERS = /dev/shm
test: test-packages swift
	@$(MAKE) --no-print-directory --jobs=2 axe built-tests
	@.build/debug/lisan compile Resources
	@Tests/groups.sh $(call TESTS,debug)

.PHONY: built-tests
built-tests:
	@$(BUILD_TESTS)

# All tests in a release build, with the long runs of random tests, the limits of time, and the floods.
test-long: export LISAN_LONG = 1
test-long: test-packages swift axe
	@$(BUILD_TESTS) -c release -Xswiftc -enable-testing
	@.build/release/lisan compile Resources
	@Tests/groups.sh --timed $(call TESTS,release)

# One test, suite or target of tests: make test-one NAME=MainFlowTests. It builds only the targets whose files
# or folders have that name. With VERBOSE=1 it shows each screen that an end-to-end test waited for.
test-one: export LISAN_TESTS = $(shell { ls -d Tests/*/*Tests; grep -rlE --include='*.swift' '$(NAME)' Tests/*/*Tests; } 2>/dev/null | \
  awk -F/ '$$3 ~ /$(NAME)/ || NF > 3 { print $$3 }' | sort -u | paste -sd,)
test-one: swift
	@[ -n '$(NAME)' ] || { echo "make: name a test, a suite or a target: make test-one NAME=MainFlowTests" >&2; exit 1; }
	@$(BUILD_TESTS)
	@$(if $(VERBOSE),TERMINAL_HARNESS_SHOW=1) Tests/run.sh $(call TESTS,debug) --filter '$(NAME)'

# Each target by itself, with no import of a module that it does not depend on.
targets: test-packages swift
	@Tests/targets.sh $(SWIFT) $(TEST_FLAGS)

# Debugging information costs a seventh of the time in which tests compile, and an index of all names a
# twentieth; `swift build` makes both.
TEST_FLAGS = --disable-index-store -Xswiftc -gnone
BUILD = $(SWIFT) build $(TEST_FLAGS)
# The tests and what they run, and not the programs of `make bench` and `make terminals`.
BUILD_TESTS = $(BUILD) --product LisanPackageTests
# Some tests in a release build.
TEST_RELEASE = $(SWIFT) test --enable-swift-testing -c release
# The built tests: several runs at once share them. `swift test` would open the build's database each time, which
# fails while another opens it, and plan the build.
TESTS = .build/$(1)/LisanPackageTests.xctest --testing-library swift-testing

# The checker of the web page's accessibility, from PyPI in a separate environment.
axe:
	@ls .build/axe/lib/python*/site-packages/axe_core_python/axe.min.js >/dev/null 2>&1 || { \
	  echo "Installing from PyPI into .build/axe: axe-core-python"; \
	  python3 -m venv .build/axe && .build/axe/bin/pip install -q axe-core-python==0.1.0; }

build: build-packages swift
	for name in lisan lisan-agent lisan-drive; do $(BUILD) --product $$name || exit 1; done

release: app drive

drive: build-packages swift
	$(SWIFT) build $(STATIC_FLAGS) $(call reads,$(STATIC)/lisan-drive) --product lisan-drive

# The program and the helper that handles the account. The program looks for the helper beside
# itself, so a link is placed there.
# Both are built at once: neither build uses two processors all the time.
app: build-packages swift
	@$(MAKE) --no-print-directory --jobs=2 app-screen app-agent
	@ln -sf $(abspath $(AGENT)) $(STATIC)/release/

app-screen:
	$(SWIFT) build $(STATIC_FLAGS) $(call reads,$(STATIC)/lisan) --product lisan

app-agent:
	$(SWIFT) build $(DYNAMIC_FLAGS) $(call reads,.build/agent/lisan-agent) --scratch-path .build/agent --product lisan-agent

# The account server, with Swift's libraries linked statically; it needs Debian's shared libraries.
server: server-packages swift
	$(SWIFT) build $(DYNAMIC_FLAGS) $(call reads,.build/server/lisan-server) --scratch-path .build/server --product lisan-server

# Measures Lisan and its peers alternately. Numbers of different runs are not comparable.
# BENCH_OPTIONS=--json prints JSON; the name of a section measures that section alone.
bench: bench-packages swift release server textual ghostty c-library
	$(SWIFT) build -c release --product lisan-server
	$(SWIFT) build -c release --product bench
	$(MAKE) --no-print-directory install-files DESTDIR=$(CURDIR)/.build/measured PREFIX=/usr
	.build/release/bench --program $(MEASURED) --text-library $(C_LIBRARY)/liblisantext.so.1 $(BENCH_OPTIONS)

# The bench measures installed files: stripped programs, compiled catalogs. A program that was just
# linked also starts slower, because the page cache holds it in single pages.
MEASURED = .build/measured/usr/bin/lisan

# A peer from PyPI in a separate environment. If it cannot be installed, its rows are left out.
textual:
	@[ -x .build/textual/bin/python ] && .build/textual/bin/python -c 'import textual' || { \
	  echo "Installing from PyPI into .build/textual: textual"; \
	  python3 -m venv .build/textual && .build/textual/bin/pip install -q textual; } || \
	  echo "make: Textual could not be installed; it is left out"

# Another, libghostty-vt with an interface for Python 3.13, which Debian 12 does not have: GHOSTTY_PYTHON names one.
GHOSTTY_PYTHON ?= python3.13
ghostty:
	@[ -x .build/ghostty/bin/python ] && .build/ghostty/bin/python -c 'import evp' 2>/dev/null || { \
	  echo "Installing from PyPI into .build/ghostty: evp (libghostty-vt)"; \
	  $(GHOSTTY_PYTHON) -m venv .build/ghostty && .build/ghostty/bin/pip install -q evp==0.0.1; } || \
	  echo "make: libghostty-vt could not be installed; it is left out"

# The long versions of short runs in `make test`: ten minutes of libFuzzer for each parser, a
# million random lines compared with ICU, FriBidi and the text library for C, 100,000 keys, clicks and
# pastes on the screen, 100,000 random streams through lisan run.
# Then schemathesis, which sends the server valid and invalid requests generated from its API
# document.
fuzz: fuzz-packages c-library swift
	LISAN_FUZZ_LINES=1000000 $(TEST_RELEASE) \
	  --filter 'BidiDifferential|JoiningDifferential|RuleByRule'
	LISAN_FUZZ_LINES=1000000 LISAN_TEXT_LIBRARY=$(CURDIR)/$(C_LIBRARY)/liblisantext.so.1 \
	  $(TEST_RELEASE) --filter BuiltLibraryTests
	for seed in 1 2 3 4; do \
	  LISAN_FUZZ_EVENTS=25000 LISAN_FUZZ_SEED=$$seed $(TEST_RELEASE) --filter ScreenFuzz || exit 1; \
	done
	LISAN_FUZZ_STREAMS=100000 $(TEST_RELEASE) --filter 'RunRelayTests.*randomStreams'
	for name in bidi text emulator repair drive catalogs compiled json; do Tests/Programs/Fuzzing/$$name.sh $(FUZZ_SECONDS) || exit 1; done
	$(SWIFT) build -c release --product lisan-server
	Tests/Server/AccountServerTests/schemathesis.sh .build/release/lisan-server $(FUZZ_EXAMPLES)

# Writes the functions and variables that a start and a move of the focus use, in order of use, for the
# linker. Run it after large changes. An old order breaks nothing: missing symbols come later in the
# program.
order: bench-packages app
	$(SWIFT) build $(STATIC_FLAGS) --product lisan -Xlinker -Map=$(CURDIR)/$(STATIC)/map -Xlinker --no-demangle
	python3 Tests/Programs/Benchmarks/startup_order.py $(PROGRAM) $(STATIC)/map $(ORDER)
	rm $(PROGRAM)  # The build does not notice that the order has changed.

# All fault tests of the preference file, with their full counts.
faults: test-packages swift
	$(SWIFT) build -c release --product preference-faults
	.build/release/preference-faults

# Attacks on the account server on loopback: kills, floods, accidents with its files, wrong clocks,
# lack of memory, disk space and log readers. Then, for a minute, attacks on `lisan run`: jobs that keep
# writing, programs that query the terminal, every signal. Prints attempts and losses, and fails if
# there is a loss.
attack: test-packages swift
	$(SWIFT) build -c release --product lisan-server
	$(SWIFT) build -c release --product server-attacks
	LISAN_LONG=1 .build/release/server-attacks $(ATTACK_SECONDS)
	$(SWIFT) build -c release --product run-attacks
	.build/release/run-attacks

# The text library for C and other languages (docs/text-library.md), by Embedded Swift: header, shared
# and static library, and the file for pkg-config. `swiftc` is called directly, because SwiftPM would
# build the targets that the programs share by Embedded Swift, too.
C_LIBRARY = .build/c-library
C_TEXT = Sources/Text/CLisanText
BINDINGS = Sources/Text/LisanTextBindings
WHEEL = $(BINDINGS)/python/wheel.py
c-library: swift
	SWIFTC=$(SWIFTC) $(C_TEXT)/build.sh $(C_LIBRARY) $(VERSION)

# The library as a wheel for pip, and as a package for npm; both have it in them.
wheel: c-library
	$(WHEEL) $(BINDINGS)/python/lisantext $(C_LIBRARY)/liblisantext.so.1 $(VERSION) $(C_LIBRARY)

# lisandrive for pip, with the static program in it (docs/drive-python.md), and its check as a new user has it.
DRIVE_BINDINGS = Sources/Terminals/DriveBindings
drive-wheel: drive
	@stripped=$$(mktemp -d) && trap 'rm -rf "$$stripped"' EXIT && \
	  $(STRIP) -o "$$stripped/lisan-drive" $(DRIVE) && chmod 755 "$$stripped/lisan-drive" && \
	  $(WHEEL) $(DRIVE_BINDINGS)/python/lisandrive "$$stripped/lisan-drive" $(VERSION) .build/drive-wheel

drive-bindings: drive-wheel test-packages
	Tests/Terminals/DriveBindingsTests/bindings.sh $$(ls .build/drive-wheel/*-$(VERSION)-*.whl)

# Runs the scripts of twenty programs DRIVE_RUNS times each, beside two busy loops.
DRIVE_RUNS ?= 200
drive-scripts: drive test-packages
	Tests/Terminals/DriveScripts/load.sh $(DRIVE) $(DRIVE_RUNS)

npm-package: swift
	SWIFTC=$(SWIFTC) $(C_TEXT)/build.sh $(C_LIBRARY) $(VERSION) wasm
	$(BINDINGS)/javascript/package.sh $(C_LIBRARY)/lisantext.wasm $(VERSION) $(C_LIBRARY)

# Compares the built library's symbols with the list, and its answers with those of the normal build. Then
# eight threads use one handle under the thread sanitizer.
check-c-library: c-library test-packages
	$(C_TEXT)/check.sh $(C_LIBRARY)
	@$(BUILD_TESTS)
	LISAN_TEXT_LIBRARY=$(CURDIR)/$(C_LIBRARY)/liblisantext.so.1 Tests/run.sh $(call TESTS,debug) --filter BuiltLibraryTests
	Tests/Programs/Fuzzing/threads.sh

# Runs Unicode's test files through the packages for Python and JavaScript, tries the adapters in their
# frameworks (PyPI), and builds and runs the examples of all languages. TEXT_EVERY=20 takes one line of 20 of BidiTest.txt.
TEXT_EVERY ?= 1
text-bindings: text-packages run-picture-programs wheel npm-package
	FRAMEWORKS=$(CURDIR)/.build/run-picture-programs/bin/python \
	  Tests/Text/LisanTextTests/bindings.sh $(C_LIBRARY) $(VERSION) $(TEXT_EVERY)

# Builds and runs each package of docs/examples as a user of the libraries would. Also builds the
# package that names every public type and has the samples of the articles.
examples: export LISAN_OPTIMIZED_TESTS =
examples: test-packages swift
	for name in $(EXAMPLES); do $(SWIFT) run --package-path $$name || exit 1; done
	Tests/dependents.sh $(SWIFT)

# Compares the libraries with independent implementations: Unicode's test files, ICU, FriBidi, HarfBuzz,
# the C library, Babel, gettext, libvterm, xterm, tmux, and a block device whose power is cut. Prints one table and
# fails if there is a difference. ORACLE_LINES is the number of random lines for each comparison.
oracles: test-packages screen-packages swift
	Tests/oracles.sh $(SWIFT) $(ORACLE_LINES)

# Draws the pictures of the README and the film of the main flow from the running program.
pictures: release
	$(DRIVE) render docs/pictures/main-flow.drive --set lisan=$(PROGRAM) \
	  --output docs/pictures/main-flow.svg

# Takes the pictures of docs/design.md: the screen in real terminals, and its peers.
design: design-packages textual release
	Tests/App/Design/pictures.py $(PROGRAM) Resources docs/pictures/design

# Takes pictures of programs in terminals and in tmux, without lisan run and with it, in
# .build/run-pictures. docs/run.md shows some. RUN_PICTURES selects terminals: "kitty konsole-tmux".
run-pictures: run-picture-packages reported-programs xterm.js swift release
	$(SWIFT) build -c release --product terminals
	PYTHON=$(CURDIR)/.build/run-picture-programs/bin/python \
	  Tests/Terminals/RunPictures/pictures.py $(PROGRAM) .build/release/terminals .build/run-pictures $(RUN_PICTURES)
	for file in docs/pictures/run-*.png; do cp .build/run-pictures/$${file##*/} docs/pictures/; done

# Takes pictures of Textual, rich and prompt_toolkit in xterm and xterm.js, without lisantext and with it.
# docs/text-library.md shows the sheet.
text-pictures: run-picture-packages run-picture-programs xterm.js wheel
	$(SWIFT) build -c release --product terminals
	PYTHON=$(CURDIR)/.build/run-picture-programs/bin/python Tests/Text/TextPictures/sheet.py \
	  $$(ls $(C_LIBRARY)/*-$(VERSION)-*.whl) .build/release/terminals .build/text-pictures
	cp .build/text-pictures/text-library.png docs/pictures/

# The programs of the pictures that come from PyPI, in a separate environment.
run-picture-programs:
	@[ -x .build/run-picture-programs/bin/ipython ] || { \
	  echo "Installing from PyPI into .build/run-picture-programs"; \
	  python3 -m venv .build/run-picture-programs && \
	  .build/run-picture-programs/bin/pip install -q textual==8.2.8 rich==14.3.2 prompt_toolkit==3.0.52 \
	    questionary==2.1.1 ipython==9.18.1; }

# More programs of the pictures, in separate environments. Mistral Vibe needs a later Python than Debian 12 has.
DEBIAN_MIRROR ?= http://deb.debian.org/debian
reported-programs: run-picture-programs
	@[ -x .build/aider/bin/aider ] || { \
	  echo "Installing from PyPI into .build/aider"; \
	  python3 -m venv .build/aider && .build/aider/bin/pip install -q aider-chat==0.86.2; }
	@[ -d .build/vibe/packages/vibe ] || { \
	  echo "Installing from PyPI, and Python from Debian 13, into .build/vibe"; rm -rf .build/vibe && mkdir -p .build/vibe && \
	  mmdebstrap --quiet --variant=minbase --include=python3 trixie .build/vibe/root $(DEBIAN_MIRROR) && \
	  .build/run-picture-programs/bin/pip install -q --target .build/vibe/packages --python-version 3.13 \
	    --only-binary=:all: --ignore-requires-python mistral-vibe==2.26.1; }

# Records again what real programs write to a terminal; tests compare it byte by byte.
recordings: recording-packages
	Tests/Terminals/Recordings/record.py

# Compares the emulator's screens with those of xterm and tmux, on all recordings.
screens: screen-packages swift
	xvfb-run --auto-servernum --server-args='-screen 0 1600x1200x24 -nolisten tcp -noreset' \
	  sh -c 'COMPARE_SCREENS=$$DISPLAY $(TEST_RELEASE) --filter ScreenOracleTests'

# Generates the lists in the man pages and the shell completions from the programs' command lines.
documents: build-packages server-packages swift
	$(SWIFT) build --product documents
	.build/debug/documents .

# Writes which test proves which requirement, from the tests' names.
conformance: swift
	$(SWIFT) build -c release --product conformance
	.build/release/conformance . > .build/conformance.md && mv .build/conformance.md docs/

# Shows every page in real terminals, in both directions, at three sizes, alone, in tmux and in GNU
# screen, and checks each screenshot cell by cell. Screenshots of pages with wrong rows, and one
# page of each terminal, are saved in .build/terminals. TERMINALS selects some: "kitty foot", "pterm
# tmux 60x16". A full run takes about an hour.
terminals: terminal-packages xterm.js swift release
	$(SWIFT) build -c release --product lisan-server
	$(SWIFT) build -c release --product terminals
	.build/release/terminals $(PROGRAM) .build/release/lisan-server .build/terminals $(TERMINALS)

# xterm.js 6.0 and 5.5 out of wheels of PyPI, and the driver of the browser that shows them, in a
# separate environment.
xterm.js:
	@[ -d "$$(echo .build/xterm.js/lib/python*/site-packages/tinyterminal)" ] && [ -x .build/xterm.js/bin/playwright ] || { \
	  echo "Installing from PyPI into .build/xterm.js: tinyterminal jupyterlab playwright"; \
	  python3 -m venv .build/xterm.js && \
	  .build/xterm.js/bin/pip install -q --no-deps tinyterminal==0.1.0 jupyterlab==4.6.6 && \
	  .build/xterm.js/bin/pip install -q playwright==1.65.2; }

# Compares the paragraphs of lisan run with a picture of VTE, which orders text itself (docs/run.md).
paragraphs: terminal-packages swift
	$(SWIFT) build -c release --product terminals
	.build/release/terminals paragraphs .build/paragraphs

# Writes these paragraphs as streams with the rows that a terminal should show, and a program that shows
# them in any terminal (docs/bidi-kit.md).
.PHONY: conformance-kit
conformance-kit: swift
	$(SWIFT) build --product terminals
	rm -rf .build/conformance-kit
	.build/debug/terminals kit .build/conformance-kit
	cp Tests/Terminals/RealTerminals/show.py .build/conformance-kit/

# Runs esctest2 in the emulator and in xterm. Its sources are fetched; ESCTEST names a copy of them.
.PHONY: esctest
esctest: screen-packages swift
	$(SWIFT) build --product lisan-drive
	Tests/Terminals/Esctest/esctest.sh .build/debug/lisan-drive .build/esctest

# Selects 1,000 pieces by mouse in a real xterm with lisan run, and pastes them into a shell inside.
pasting: terminal-packages release
	Tests/Terminals/RealTerminals/pasting.py $(PROGRAM)

lint: swift
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

# Checks that every file's copyright and licence are named (REUSE), here in Resources/debian/copyright. The
# checker wants a folder LICENSES at the top level, which is for Swift, so it reads a copy that has one.
.PHONY: reuse
reuse:
	$(call need,python3-venv git)
	@[ -x .build/reuse/bin/reuse ] || { \
	  echo "Installing from PyPI into .build/reuse: reuse"; \
	  python3 -m venv .build/reuse && .build/reuse/bin/pip install -q reuse==6.2.0; }
	@copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && mkdir "$$copy/LICENSES" && \
	  git ls-files -z | tar -c --null -T - | tar -x -C "$$copy" && \
	  cp LICENSE "$$copy/LICENSES/Apache-2.0.txt" && \
	  cp /usr/share/common-licenses/CC0-1.0 "$$copy/LICENSES/CC0-1.0.txt" && \
	  sed -n '/^License: Unicode-DFS-2016$$/,$$s/^ \.\{0,1\}//p' Resources/debian/copyright \
	    >"$$copy/LICENSES/Unicode-DFS-2016.txt" && \
	  .build/reuse/bin/reuse --root "$$copy" --suppress-deprecation lint

format: swift
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

METADATA = share/metainfo/$(DESKTOP_ID).metainfo.xml
# What sed does to a file that names the homepage, or the name for desktops.
PUBLISHED = s|@id@|$(DESKTOP_ID)|;$(if $(HOMEPAGE),s|@homepage@|$(HOMEPAGE)|;s|@pictures@|$(or $(PICTURES),$(HOMEPAGE)/docs/pictures/design)|,/<screenshots>/$(comma)/<\/screenshots>/d;/@homepage@/d)
# The installed files: mode, source, place below PREFIX. `uninstall` removes exactly these and those of
# `install-languages` and `install-c-library`.
INSTALLED = 755:$(PROGRAM):bin/lisan 755:$(DRIVE):bin/lisan-drive 755:$(SERVER):bin/lisan-server \
  755:$(AGENT):libexec/lisan-agent \
  644:Resources/systemd/lisan-server.service:lib/systemd/system/lisan-server.service \
  644:Resources/systemd/lisan-server.sysusers:lib/sysusers.d/lisan-server.conf \
  644:Resources/desktop/lisan.desktop:share/applications/$(DESKTOP_ID).desktop \
  644:Resources/desktop/lisan.metainfo.xml:$(METADATA) \
  $(foreach name,lisan lisan-rtl, \
    644:Resources/desktop/$(name).svg:share/icons/hicolor/scalable/apps/$(name).svg) \
  $(foreach file,$(DATA),644:Resources/$(file):share/lisan/$(file)) \
  $(foreach page,$(PAGES),644:Resources/man/$(page):share/man/$(page)) \
  $(foreach name,lisan lisan-drive lisan-server, \
    644:Resources/completions/bash/$(name):share/bash-completion/completions/$(name) \
    644:Resources/completions/zsh/_$(name):share/zsh/$(ZSH_FUNCTIONS)/_$(name) \
    644:Resources/completions/fish/$(name).fish:share/fish/vendor_completions.d/$(name).fish)
SERVER_FILES = $(foreach entry,$(INSTALLED),$(if $(findstring lisan-server,$(entry))$(findstring :share/lisan/server/,$(entry)),$(entry)))
# Folders of Resources with files that other programs read, each in its own place.
ELSEWHERE = man completions systemd desktop debian lisan-languages tarball
DATA = $(shell cd Resources && find * -type f $(ELSEWHERE:%=-not -path '%/*') -not -name '*.compiled')
PAGES = $(shell cd Resources/man && find * -type f)
# The added languages: source, place below PREFIX. Their manual pages are in one folder with them.
ADDED = $(shell cd Resources/lisan-languages && find * -type f -not -name '*.compiled')
ADDED_LANGUAGES = $(foreach file,$(ADDED), \
  Resources/lisan-languages/$(file):share/$(if $(filter man/%,$(file)),,lisan/languages.d/)$(file))
# The text library: source, place below PREFIX. Some distributions have another folder for libraries.
LIBDIR = lib
LIBRARY_FILES = $(C_LIBRARY)/lisantext.h:include/lisantext.h \
  $(foreach file,liblisantext.so.1 liblisantext.a,$(C_LIBRARY)/$(file):$(LIBDIR)/$(file)) \
  $(C_LIBRARY)/lisantext.pc:$(LIBDIR)/pkgconfig/lisantext.pc
LIBRARY_LINK = $(LIBDIR)/liblisantext.so
# Where Debian's zsh looks: packages use a separate folder.
ZSH_FUNCTIONS = $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)

install: release server install-files

# Copies files (without those of the server if SERVER is empty), leaves debug symbols out of the programs (STRIP= leaves them in), and compiles the
# catalogs, for which it runs the installed program. Packagers who have already built use it alone:
# PROGRAM, DRIVE, SERVER and AGENT give the paths.
#
# A program is stripped first and then copied: a file written by strip lies in the page cache in single
# pages, and starts half a millisecond slower.
STRIP = strip
install-files:
	@stripped=$$(mktemp) && trap 'rm -f "$$stripped"' EXIT && for entry in $(if $(SERVER),$(INSTALLED),$(filter-out $(SERVER_FILES),$(INSTALLED))); do \
	  set -- $$(echo "$$entry" | tr : ' '); source=$$2; \
	  case "$(STRIP) $$3" in strip\ bin/*|strip\ libexec/*) \
	    source=$$stripped; strip -o "$$source" "$$2" || exit 1;; esac; \
	  install -D -m "$$1" "$$source" "$(DESTDIR)$(PREFIX)/$$3" || exit 1; \
	done
	@sed -i '$(PUBLISHED)' "$(DESTDIR)$(PREFIX)/$(METADATA)"
	@"$(DESTDIR)$(PREFIX)/bin/lisan" compile "$(DESTDIR)$(PREFIX)/share/lisan"

# Copies Hebrew, Persian and Urdu (without the server's pages if SERVER is empty), and compiles their catalogs with
# the installed program.
install-languages:
	@for entry in $(if $(SERVER),$(ADDED_LANGUAGES),$(filter-out %/lisan-server.8,$(ADDED_LANGUAGES))); do \
	  install -D -m 644 "$${entry%%:*}" "$(DESTDIR)$(PREFIX)/$${entry##*:}" || exit 1; \
	done
	@"$(DESTDIR)$(PREFIX)/bin/lisan" compile "$(DESTDIR)$(PREFIX)/share/lisan"

# Copies the text library that `make c-library` has built.
install-c-library:
	@for entry in $(LIBRARY_FILES); do \
	  install -D -m 644 "$${entry%%:*}" "$(DESTDIR)$(PREFIX)/$${entry##*:}" || exit 1; \
	done
	@ln -sf liblisantext.so.1 "$(DESTDIR)$(PREFIX)/$(LIBRARY_LINK)"
	@sed -i 's|^prefix=.*|prefix=$(PREFIX)|;/^includedir=/s|$$|/include|;/^libdir=/s|$$|/$(LIBDIR)|' \
	  "$(DESTDIR)$(PREFIX)/$(LIBDIR)/pkgconfig/lisantext.pc"

# Debian packages of the built programs, and of their debug symbols, in .build/deb. DEB_VERSION gives
# them another version, for tests of upgrades.
DEB = .build/deb
DEB_VERSION = $(VERSION)-1
DEB_TREE = $(DEB)/lisan-$(VERSION)
# The time of the packed files, not of the packing: that of the commit, or of the files of a source
# archive.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)

deb: release server c-library deb-files

# `debian` cannot be in the sources, whose top level is for Swift, so it is put into a copy.
deb-files: deb-packages
	@rm -rf $(DEB) && mkdir -p $(DEB_TREE)
	@tar -c --mtime=@$$SOURCE_DATE_EPOCH --exclude=./.build --exclude=./.git . | tar -x -C $(DEB_TREE)
	@cp -R Resources/debian $(DEB_TREE)/
	@sed -i '$(PUBLISHED);s/@libraries@/$(subst $() ,$(comma) ,$(sort $(filter %-dev,$(BUILD_PACKAGES) $(SERVER_PACKAGES))))/' \
	  $(DEB_TREE)/debian/control
	@printf '%s\n' "lisan ($(DEB_VERSION)) bookworm; urgency=medium" "" \
	  "  * Release $(VERSION)." "" \
	  " -- $$(sed -n 's/^Maintainer: //p' Resources/debian/control)  $$(LC_ALL=C date -Rud @$$SOURCE_DATE_EPOCH)" \
	  >$(DEB_TREE)/debian/changelog
	cd $(DEB_TREE) && env -u MAKEFLAGS PROGRAM=$(abspath $(PROGRAM)) DRIVE=$(abspath $(DRIVE)) \
	  AGENT=$(abspath $(AGENT)) SERVER=$(abspath $(SERVER)) C_LIBRARY=$(abspath $(C_LIBRARY)) dpkg-buildpackage --build=binary --no-sign
	@rm -rf $(DEB_TREE)

# Checks the packages, and installs, upgrades and removes them in a clean Debian that boots.
check-deb: deb deb-test-packages spdx
	Tests/Programs/Packages/check.sh

# What each packaged program links, with versions and licences, as SPDX 2.3.
BILL = $(DEB)/lisan-$(VERSION).spdx.json
.PHONY: bill
bill:
	@Tests/Programs/Packages/bill_of_materials.py $(VERSION) lisan=$(STATIC)/lisan.d \
	  lisan-drive=$(STATIC)/lisan-drive.d lisan-agent=.build/agent/lisan-agent.d \
	  lisan-server=.build/server/lisan-server.d liblisantext.so.1=$(C_LIBRARY)/liblisantext.so.1.d $(DEB)/*.deb \
	  >$(BILL)

# The same of the archive for any Linux.
TARBALL_BILL = $(TARBALL)/$(TARBALL_NAME).spdx.json
.PHONY: tarball-bill
tarball-bill:
	@Tests/Programs/Packages/bill_of_materials.py $(VERSION) lisan=$(STATIC)/lisan.d \
	  lisan-drive=$(STATIC)/lisan-drive.d lisan-agent=$(TARBALL)/lisan-agent.d $(TARBALL)/$(TARBALL_NAME).tar.xz \
	  >$(TARBALL_BILL)

# The reader of SPDX documents, from PyPI in a separate environment.
.PHONY: spdx
spdx:
	$(call need,python3-venv)
	@[ -x .build/spdx/bin/pyspdxtools ] || { \
	  echo "Installing from PyPI into .build/spdx: spdx-tools"; \
	  python3 -m venv .build/spdx && .build/spdx/bin/pip install -q spdx-tools==0.8.5; }

# An archive for any Linux on this machine's processor, in .build/tarball: everything but the server, in a
# folder that runs where it is unpacked. The agent is static there, too, so it links the libraries of
# Resources/tarball/libraries.sh, and the archive has a locale and terminal types for systems without them.
ARCHITECTURE := $(shell uname -m)
TARBALL = .build/tarball
TARBALL_NAME = lisan-$(VERSION)-linux-$(ARCHITECTURE)
TARBALL_AGENT = $(TARBALL)/lisan-agent
TERMINAL_TYPES = alacritty ansi foot gnome-256color konsole konsole-256color linux mintty mlterm-256color \
  putty-256color rxvt rxvt-256color rxvt-unicode rxvt-unicode-256color screen screen-256color st-256color tmux \
  tmux-256color vt100 vt220 vte-256color xterm xterm-256color xterm-color xterm-direct xterm-kitty
# The licences of what the programs link go with them.
LICENCES = $(TARBALL)/$(TARBALL_NAME)/share/doc/lisan
LINKED_PACKAGES = libc6-dev libicu-dev libssl-dev libsqlite3-dev libc-ares-dev libncurses-dev libgcc-s1
.PHONY: tarball tarball-agent tarball-files
tarball: release tarball-agent tarball-files

# The lines of the dependency file begin with the program; nothing else in the folder of the static build
# changes, and the link that `make app` makes there stays.
tarball-agent: tarball-packages swift
	Resources/tarball/libraries.sh $(TARBALL)/libraries
	@rm -f $(STATIC)/release/lisan-agent
	$(SWIFT) build $(STATIC_FLAGS) $(call reads,$(TARBALL)/lisan-agent) --product lisan-agent \
	  -Xlinker -L$(CURDIR)/$(TARBALL)/libraries/lib $(foreach library,ssl crypto cares icudata stdc++,-Xlinker -l$(library))
	@mv $(STATIC)/release/lisan-agent $(TARBALL_AGENT)
	@ln -sf $(abspath $(AGENT)) $(STATIC)/release/

tarball-files:
	@rm -rf $(TARBALL)/$(TARBALL_NAME)
	@$(MAKE) --no-print-directory install-files install-languages DESTDIR=$(CURDIR)/$(TARBALL)/$(TARBALL_NAME) PREFIX= \
	  AGENT=$(TARBALL_AGENT) SERVER=
	@mkdir -p $(TARBALL)/$(TARBALL_NAME)/share/lisan/locale/C.UTF-8
	@cp /usr/lib/locale/C.utf8/LC_CTYPE $(TARBALL)/$(TARBALL_NAME)/share/lisan/locale/C.UTF-8/
	@cp Resources/tarball/terminals.ti $(TARBALL)/types
	@for type in $(TERMINAL_TYPES); do infocmp -x "$$type" >>$(TARBALL)/types || exit 1; done
	@tic -x -o $(TARBALL)/$(TARBALL_NAME)/share/lisan/terminfo $(TARBALL)/types 2>$(TARBALL)/tic.log || { cat $(TARBALL)/tic.log >&2; exit 1; }
	@cp LICENSE $(TARBALL)/$(TARBALL_NAME)/
	@install -D -m 644 Resources/debian/copyright $(LICENCES)/copyright
	@install -m 644 "$$(dirname "$$(realpath "$$(command -v $(SWIFT))")")/../share/swift/LICENSE.txt" $(LICENCES)/swift
	@for name in curl dbus; do install -m 644 $(TARBALL)/libraries/sources/$$name/copyright $(LICENCES)/$$name; done
	@for name in $(LINKED_PACKAGES); do install -m 644 /usr/share/doc/$$name/copyright $(LICENCES)/$$name; done
	@tar -c --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$$SOURCE_DATE_EPOCH -C $(TARBALL) $(TARBALL_NAME) | \
	  xz -9e -T1 >$(TARBALL)/$(TARBALL_NAME).tar.xz

# A package of the same files for rpm, for Fedora, openSUSE and others.
RPM = $(TARBALL)/lisan-$(VERSION)-1.$(ARCHITECTURE).rpm
.PHONY: rpm rpm-file
rpm: tarball rpm-file

rpm-file:
	$(call need,rpm)
	rpmbuild -bb --quiet --target $(ARCHITECTURE) --define '_topdir $(CURDIR)/$(TARBALL)/rpm' \
	  --define '_rpmdir $(CURDIR)/$(TARBALL)' --define '_rpmfilename $(notdir $(RPM))' \
	  --define 'lisan_version $(VERSION)' --define 'lisan_tree $(CURDIR)/$(TARBALL)/$(TARBALL_NAME)' \
	  --define "lisan_packager $$(sed -n 's/^Maintainer: //p' Resources/debian/control)" \
	  $(if $(HOMEPAGE),--define 'lisan_homepage $(HOMEPAGE)') Resources/tarball/lisan.spec

# Checks the archive in other roots, as root: releases of Debian, one with busybox, an empty one, one with
# the package for rpm, and the container image.
ROOTS = bookworm trixie sid bullseye busybox empty rpm image
.PHONY: check-tarball
check-tarball: rpm server spdx
	$(call need,$(TARBALL_TEST_PACKAGES) $(if $(filter image,$(ROOTS)),podman buildah runc))
	$(MAKE) --no-print-directory tarball-bill
	.build/spdx/bin/pyspdxtools --infile $(TARBALL_BILL)
	Tests/Programs/Packages/check-tarball.sh $(TARBALL)/$(TARBALL_NAME).tar.xz $(RPM) $(SERVER) $(TARBALL)/libraries $(ROOTS)

# Builds the files of a release in .build/dist: the source archive, the packages for Debian, the archive for
# any Linux, the same for rpm, their bills of materials, the packages for pip and npm, and the checksums of all.
# SIGN_KEY names the key of GnuPG that signs the checksums.
dist:
	@[ -z "$$(git status --porcelain)" ] || { echo "make: there are changes that are in no commit" >&2; exit 1; }
	@git tag --points-at HEAD | grep -qxF 'v$(VERSION)' || { \
	  echo "make: this is $(VERSION), and the commit has no tag v$(VERSION)" >&2; exit 1; }
	@grep -m 1 '^## ' docs/CHANGELOG.md | grep -qF '[$(VERSION)] - ' || { \
	  echo "make: docs/CHANGELOG.md does not begin with $(VERSION)" >&2; exit 1; }
	@$(if $(SIGN_KEY),gpg --list-secret-keys '$(SIGN_KEY)' >/dev/null)
	$(MAKE) deb wheel drive-wheel npm-package rpm
	$(MAKE) bill tarball-bill
	@rm -rf .build/dist && mkdir -p .build/dist
	git archive --prefix=lisan-$(VERSION)/ HEAD | gzip -9n >.build/dist/lisan-$(VERSION).tar.gz
	cp $(DEB)/*.deb $(BILL) $(TARBALL)/$(TARBALL_NAME).tar.xz $(TARBALL_BILL) $(RPM) \
	  $(C_LIBRARY)/lisantext-$(VERSION)*.whl .build/drive-wheel/lisandrive-$(VERSION)*.whl $(C_LIBRARY)/lisantext-$(VERSION).tgz .build/dist/
	cd .build/dist && sha256sum -- *.deb *.tar.gz *.tar.xz *.rpm *.json *.whl *.tgz >SHA256SUMS
	@$(if $(SIGN_KEY),gpg --local-user '$(SIGN_KEY)' --armor --detach-sign .build/dist/SHA256SUMS, \
	  echo "make: SHA256SUMS is not signed: no SIGN_KEY was given" >&2)

# Keeps the debug symbols of the built programs by build id, where debuggers look for them. With
# `set debug-file-directory .build/symbols`, gdb can read a crash of an installed program.
symbols: release server
	@for program in $(PROGRAM) $(DRIVE) $(AGENT) $(SERVER); do \
	  id=$$(readelf -n "$$program" | sed -n 's/.*Build ID: //p'); \
	  [ -n "$$id" ] || { echo "make: $$program has no build id" >&2; exit 1; }; \
	  rest=$${id#??}; place=.build/symbols/.build-id/$${id%"$$rest"}; mkdir -p "$$place"; \
	  objcopy --only-keep-debug "$$program" "$$place/$$rest.debug" || exit 1; \
	  echo "$$place/$$rest.debug: $${program##*/}"; \
	done

# Removes folders that are then empty.
uninstall:
	@[ ! -d "$(DESTDIR)$(PREFIX)" ] || { \
	  cd "$(DESTDIR)$(PREFIX)" && for entry in $(INSTALLED) $(ADDED_LANGUAGES) $(LIBRARY_FILES) $(LIBRARY_LINK); do \
	    place=$${entry##*:}; rm -f "$$place"; \
	    case "$$place" in */Localizable.strings) rm -f "$${place%.strings}.compiled";; esac; \
	    [ ! -d "$${place%/*}" ] || rmdir -p --ignore-fail-on-non-empty "$${place%/*}"; \
	  done; \
	}

clean:
	rm -rf .build

swift:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "make: no Swift toolchain: put the folder with 'swift' (6.2 or later) on PATH" >&2; exit 1; }

deb-packages: ; $(call need,$(DEB_PACKAGES))
deb-test-packages: ; $(call need,$(DEB_TEST_PACKAGES))
tarball-packages: ; $(call need,$(TARBALL_PACKAGES))
build-packages: ; $(call need,$(BUILD_PACKAGES))
server-packages: ; $(call need,$(SERVER_PACKAGES))
test-packages: ; $(call need,$(TEST_PACKAGES))
text-packages: ; $(call need,$(TEXT_PACKAGES))
fuzz-packages: ; $(call need,$(FUZZ_PACKAGES))
screen-packages: ; $(call need,$(TEST_PACKAGES) xterm xvfb xauth)
run-picture-packages: ; $(call need,$(RUN_PICTURE_PACKAGES))
recording-packages: ; $(call need,$(RECORDING_PACKAGES))
bench-packages: ; $(call need,$(BENCH_PACKAGES))
terminal-packages: ; $(call need,$(TERMINAL_PACKAGES))
design-packages: ; $(call need,$(DESIGN_PACKAGES))

# Installs missing Debian packages and prints their names; prints nothing if none is missing.
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
