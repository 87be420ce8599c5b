# Every build, test and measurement is a target of this file. What people type most:
#
#   make run                      builds the app and opens it
#   make test                     builds and runs the tests
#   make test-one NAME=Suite      builds and runs one test, suite or target of tests
#   make lint format              checks and sets the style
#   make documents conformance    generates documents again
#   make deb tarball rpm          packages, in .build
#   make install PREFIX=…         from source
#
# docs/CONTRIBUTING.md has the rest. All of these install the packages of Debian that are missing (Tests/need.sh).

SWIFT ?= swift
SWIFTC ?= swiftc
# What the tests of this package compute with is optimized in debug builds too (Package.swift).
export LISAN_OPTIMIZED_TESTS ?= 1
PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR = lib
STRIP = strip

# Where the project is published: its page, and the folder with the pictures of docs/pictures/design, if it is not below
# that page. Packages and metadata name them only if HOMEPAGE is given.
export HOMEPAGE ?=
export PICTURES ?=

# The name for desktops. It begins with a domain of those who publish the project, reversed, and never changes
# afterwards. The maintainers' domain is one that is reserved for examples.
export DESKTOP_ID ?= example.a_seed_70d7664f.lisan

# The time of packed files: that of the commit, or of the files of a source archive.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)

# Everything else reads the version from this file.
VERSION = $(shell sed -n 's/^public let packageVersion = "\(.*\)"$$/\1/p' Sources/System/PackageVersion/*.swift)

.PHONY: $(shell sed -n 's/^\([a-z][a-z.-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

# Debug builds, all with the same flags. Debugging information and an index cost time; `make debug` makes both.
BUILD_FLAGS = --disable-index-store -Xswiftc -gnone
BUILD = $(SWIFT) build $(BUILD_FLAGS)

# A debug build, which `make test` goes on with, in half the time of the one that `make install` installs.
run: build ; @.build/debug/lisan

build: build-packages swift
	@for name in lisan lisan-agent lisan-drive; do $(BUILD) --product $$name || exit 1; done

# With debugging information, in a folder of its own.
debug: build-packages server-packages swift ; $(SWIFT) build --scratch-path .build/debugging

# A server on loopback with two people in a temporary folder, and the screen connected to it.
demo: release server ; @Tests/demo.sh $(PROGRAM) $(SERVER)

# Installs packages of Debian: test-packages, bench-packages, …
%-packages: ; @Tests/need.sh $*

swift:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "make: no Swift toolchain: put the folder with 'swift' (6.2 or later) on PATH" >&2; exit 1; }

clean: ; rm -rf .build

# Tests

# The tests and what they run, and not the programs of `make bench` and `make terminals`.
BUILD_TESTS = $(BUILD) --product LisanPackageTests
# The built tests: several runs at once share them. `swift test` would open the build's database each time, which
# fails while another opens it, and plan the build.
TESTS = .build/$(1)/LisanPackageTests.xctest --testing-library swift-testing

# The tests in a debug build. Random tests are short, and the tests that need optimized code or all processors wait
# for `make test-long`. Programs read compiled texts, as installed ones do. The clusters of PostgreSQL are in memory.
test: export LISAN_CLUSTERS = /dev/shm
test: test-packages swift
	@$(MAKE) --no-print-directory --jobs=2 axe built-tests
	@.build/debug/lisan compile Resources
	@Tests/groups.sh $(call TESTS,debug)

built-tests: ; @$(BUILD_TESTS)

# All tests in a release build, with the long runs of random tests, the limits of time, and the floods.
test-long: export LISAN_LONG = 1
test-long: test-packages swift axe
	@$(BUILD_TESTS) -c release -Xswiftc -enable-testing
	@.build/release/lisan compile Resources
	@Tests/groups.sh --timed $(call TESTS,release)

# One test, suite or target of tests: make test-one NAME=MainFlowTests. With VERBOSE=1 it shows each screen that an
# end-to-end test waited for.
test-one: swift
	@$(if $(VERBOSE),TERMINAL_HARNESS_SHOW=1) Tests/one.sh '$(NAME)' $(SWIFT) $(BUILD_FLAGS) --product LisanPackageTests

# Each target by itself, with no import of a module that it does not depend on.
targets: test-packages swift ; @Tests/targets.sh $(SWIFT) $(BUILD_FLAGS)

# The long versions of short runs in `make test`, each parser for FUZZ_SECONDS, and FUZZ_EXAMPLES requests for each
# operation of the server.
FUZZ_SECONDS ?= 600
FUZZ_EXAMPLES ?= 500
fuzz: test-packages c-library swift
	Tests/fuzz.sh $(SWIFT) $(C_LIBRARY)/liblisantext.so.1 $(FUZZ_SECONDS) $(FUZZ_EXAMPLES)

# All fault tests of the preference file, with their full counts.
faults: test-packages swift
	$(SWIFT) build -c release --product preference-faults
	.build/release/preference-faults

# Attacks on the account server on loopback, and then, for a minute, on `lisan run` (ServerAttacks, RunAttacks). Prints
# attempts and losses, and fails if there is a loss.
ATTACK_SECONDS ?= 600
attack: test-packages swift
	$(SWIFT) build -c release --product lisan-server
	$(SWIFT) build -c release --product server-attacks
	LISAN_LONG=1 .build/release/server-attacks $(ATTACK_SECONDS)
	$(SWIFT) build -c release --product run-attacks
	.build/release/run-attacks

# Builds and runs the packages of docs/examples and of the articles, as a user of the libraries would.
examples: export LISAN_OPTIMIZED_TESTS =
examples: test-packages swift
	for name in $(wildcard docs/examples/*/Package.swift); do $(SWIFT) run --package-path $${name%/*} || exit 1; done
	Tests/dependents.sh $(SWIFT)

# Compares the libraries with independent implementations, each by ORACLE_LINES random lines. Prints one table and
# fails if there is a difference.
ORACLE_LINES ?= 200000
oracles: screen-packages swift ; Tests/oracles.sh $(SWIFT) $(ORACLE_LINES)

# Style, licences and documents

lint: swift ; $(SWIFT) format lint --strict --recursive --parallel Sources Tests Package.swift docs/examples

format: swift ; $(SWIFT) format format --in-place --recursive --parallel Sources Tests Package.swift docs/examples

# Checks that every file's copyright and licence are named (REUSE).
reuse: python3-venv-packages
	@Tests/environment.sh reuse reuse==6.2.0 && Tests/reuse.sh .build/reuse/bin/reuse

# Generates the lists in the man pages and the shell completions from the programs' command lines.
documents: build-packages server-packages swift
	$(BUILD) --product documents && .build/debug/documents .

# Writes which test proves which requirement, from the tests' names.
conformance: swift
	$(BUILD) --product conformance
	.build/debug/conformance . > .build/conformance.md && mv .build/conformance.md docs/

# Draws the pictures of the README and the film of the main flow from the running program.
pictures: release
	$(DRIVE) render docs/pictures/main-flow.drive --set lisan=$(PROGRAM) --output docs/pictures/main-flow.svg

# Prints each text that one of the five languages lacks, and compiles those of the first two.
texts: build
	@.build/debug/lisan check Resources; first=$$?; .build/debug/lisan check Resources/lisan-languages && exit $$first
	@.build/debug/lisan compile Resources

# Takes the pictures of docs/design.md: the screen in real terminals, and its peers.
design: design-packages textual release ; Tests/App/Design/pictures.py $(PROGRAM) Resources docs/pictures/design

# The programs, for release. The static ones need no toolchain and no library where they run.

STATIC = .build/static
PROGRAM = $(STATIC)/release/lisan
DRIVE = $(STATIC)/release/lisan-drive
AGENT = .build/agent/release/lisan-agent
SERVER = .build/server/release/lisan-server
RELEASE = SWIFT=$(SWIFT) Resources/packaging/program.sh
ORDER = Sources/Programs/lisan/startup.order

release: app drive

drive: build-packages swift ; $(RELEASE) static $(STATIC) lisan-drive

# The program and its helper, built at once, and a link to the helper where the program looks for it.
app: build-packages swift
	@$(MAKE) --no-print-directory --jobs=2 app-screen app-agent
	@ln -sf $(abspath $(AGENT)) $(STATIC)/release/

app-screen: ; $(RELEASE) static $(STATIC) lisan
app-agent: ; $(RELEASE) dynamic .build/agent lisan-agent

# The account server, which needs Debian's shared libraries.
server: server-packages swift ; $(RELEASE) dynamic .build/server lisan-server

# Writes the functions and variables that a start and a move of the focus use, in order of use, for the linker. Run it
# after large changes. An old order breaks nothing: missing symbols come later in the program.
order: bench-packages app
	$(RELEASE) static $(STATIC) lisan -Xlinker -Map=$(CURDIR)/$(STATIC)/map -Xlinker --no-demangle
	python3 Tests/Programs/Benchmarks/startup_order.py $(PROGRAM) $(STATIC)/map $(ORDER)
	rm $(PROGRAM)  # The build does not notice that the order has changed.

# Keeps the debug symbols of the built programs by build id, where debuggers look for them.
symbols: release server ; @Resources/packaging/symbols.sh .build/symbols $(PROGRAM) $(DRIVE) $(AGENT) $(SERVER)

# Measures Lisan and its peers alternately. Numbers of different runs are not comparable. BENCH_OPTIONS=--json prints
# JSON; the name of a section measures that section alone. It measures installed files, stripped and compiled.
bench: bench-packages swift release server textual ghostty c-library
	$(SWIFT) build -c release --product lisan-server
	$(SWIFT) build -c release --product bench
	$(MAKE) --no-print-directory install-files DESTDIR=$(CURDIR)/.build/measured PREFIX=/usr
	.build/release/bench --program .build/measured/usr/bin/lisan --text-library $(C_LIBRARY)/liblisantext.so.1 $(BENCH_OPTIONS)

# The text library and the packages for other languages

# The text library for C and other languages (docs/text-library.md), by Embedded Swift. `swiftc` is called directly,
# because SwiftPM would build the targets that the programs share by Embedded Swift, too.
C_LIBRARY = .build/c-library
C_TEXT = Sources/Text/CLisanText
BINDINGS = Sources/Text/LisanTextBindings
WHEEL = SWIFTC=$(SWIFTC) Resources/packaging/wheel.sh
c-library: swift ; SWIFTC=$(SWIFTC) $(C_TEXT)/build.sh $(C_LIBRARY) $(VERSION)

# The library as a wheel for pip, and as a package for npm; both have it in them.
wheel: c-library
	$(WHEEL) $(BINDINGS)/python/lisantext $(C_LIBRARY)/liblisantext.so.1 $(VERSION) $(C_LIBRARY)

npm-package: swift
	SWIFTC=$(SWIFTC) $(C_TEXT)/build.sh $(C_LIBRARY) $(VERSION) wasm
	SWIFTC=$(SWIFTC) $(BINDINGS)/javascript/package.sh $(C_LIBRARY)/lisantext.wasm $(VERSION) $(C_LIBRARY)

# Compares the built library's symbols with the list, and its answers with those of the normal build. Then eight
# threads use one handle under the thread sanitizer.
check-c-library: c-library test-packages
	$(C_TEXT)/check.sh $(C_LIBRARY)
	@$(BUILD_TESTS)
	LISAN_TEXT_LIBRARY=$(CURDIR)/$(C_LIBRARY)/liblisantext.so.1 Tests/run.sh $(call TESTS,debug) --filter 'BuiltLibraryTests|ClusterTests'
	Tests/Programs/Fuzzing/threads.sh

# Tests the packages for Python and JavaScript with Unicode's files, the adapters in their frameworks, and the examples of
# all languages. TEXT_EVERY=20 takes one line of 20 of BidiTest.txt.
TEXT_EVERY ?= 1
text-bindings: text-packages run-picture-programs wheel npm-package
	FRAMEWORKS=$(CURDIR)/.build/run-picture-programs/bin/python \
	  Tests/Text/LisanTextTests/bindings.sh $(C_LIBRARY) $(VERSION) $(TEXT_EVERY)

# lisandrive for pip, with the static program in it (docs/drive-python.md), and its check as a new user has it.
DRIVE_WHEEL = .build/drive-wheel
drive-wheel: drive
	$(WHEEL) Sources/Terminals/DriveBindings/python/lisandrive $(DRIVE) $(VERSION) $(DRIVE_WHEEL) $(STATIC)/lisan-drive.d

drive-bindings: drive-wheel test-packages
	Tests/Terminals/DriveBindingsTests/bindings.sh $$(ls $(DRIVE_WHEEL)/*-$(VERSION)-*.whl)

# Runs the scripts of twenty programs DRIVE_RUNS times each, beside two busy loops.
DRIVE_RUNS ?= 200
drive-scripts: drive test-packages ; Tests/Terminals/DriveScripts/load.sh $(DRIVE) $(DRIVE_RUNS)

# Real terminals

# Shows every page in real terminals and checks each screenshot cell by cell (docs/terminals.md), in .build/terminals.
# TERMINALS selects some: "kitty foot", "pterm tmux 60x16". A full run takes about an hour.
terminals: terminal-packages xterm.js swift release
	$(SWIFT) build -c release --product lisan-server
	$(SWIFT) build -c release --product terminals
	.build/release/terminals $(PROGRAM) .build/release/lisan-server .build/terminals $(TERMINALS)

# Compares the paragraphs of lisan run with a picture of VTE, which orders text itself (docs/run.md).
paragraphs: terminal-packages swift
	$(SWIFT) build -c release --product terminals && .build/release/terminals paragraphs .build/paragraphs

# Writes these paragraphs as a kit for makers of terminals (docs/bidi-kit.md).
conformance-kit: swift
	$(BUILD) --product terminals && rm -rf .build/conformance-kit && .build/debug/terminals kit .build/conformance-kit
	cp Tests/Terminals/RealTerminals/show.py .build/conformance-kit/

# Runs esctest2 in the emulator and in xterm. Its sources are fetched; ESCTEST names a copy of them.
esctest: screen-packages swift
	$(BUILD) --product lisan-drive && Tests/Terminals/Esctest/esctest.sh .build/debug/lisan-drive .build/esctest

# Selects pieces by mouse in a real xterm with lisan run, and pastes them into a shell inside.
pasting: terminal-packages release ; Tests/Terminals/RealTerminals/pasting.py $(PROGRAM)

# Records again what real programs write to a terminal, and the order that Chromium gives to rows with right-to-left
# text (all programs, or PROGRAM=NAME).
recordings: recording-packages ; Tests/Terminals/Recordings/record.py
ordinary: ordinary-packages ; Tests/Terminals/Recordings/ordinary.py $(PROGRAM)

# Compares the emulator's screens with those of xterm and tmux, on all recordings.
screens: screen-packages swift
	xvfb-run --auto-servernum --server-args='-screen 0 1600x1200x24 -nolisten tcp -noreset' sh -c \
	  'COMPARE_SCREENS=$$DISPLAY $(SWIFT) test --enable-swift-testing -c release --filter ScreenOracleTests'

# Takes the pictures of docs/run.md, without lisan run and with it. RUN_PICTURES selects terminals: "kitty konsole-tmux".
run-pictures: run-picture-packages reported-programs xterm.js swift release
	$(SWIFT) build -c release --product terminals
	PYTHON=$(CURDIR)/.build/run-picture-programs/bin/python \
	  Tests/Terminals/RunPictures/pictures.py $(PROGRAM) .build/release/terminals .build/run-pictures $(RUN_PICTURES)
	for file in docs/pictures/run-*.png; do cp .build/run-pictures/$${file##*/} docs/pictures/; done

# Takes the pictures of docs/text-library.md: Python's frameworks in terminals, without lisantext and with it.
text-pictures: run-picture-packages run-picture-programs xterm.js wheel
	$(SWIFT) build -c release --product terminals
	PYTHON=$(CURDIR)/.build/run-picture-programs/bin/python Tests/Text/TextPictures/sheet.py \
	  $$(ls $(C_LIBRARY)/*-$(VERSION)-*.whl) .build/release/terminals .build/text-pictures
	cp .build/text-pictures/text-library.png docs/pictures/

# Programs from PyPI, each in an environment of its own

# The checker of the web page's accessibility, and the reader of SPDX documents.
axe: ; @Tests/environment.sh axe axe-core-python==0.1.0
spdx: python3-venv-packages ; @Tests/environment.sh spdx spdx-tools==0.8.5

# Two peers for `make bench`, left out if they cannot be installed. That of libghostty-vt needs Python 3.13.
GHOSTTY_PYTHON ?= python3.13
textual: ; @LEAVE_OUT=1 Tests/environment.sh textual textual==8.2.8
ghostty: ; @LEAVE_OUT=1 PYTHON=$(GHOSTTY_PYTHON) Tests/environment.sh ghostty evp==0.0.1

# xterm.js 6.0 and 5.5 out of wheels, and the driver of the browser that shows them.
xterm.js:
	@Tests/environment.sh xterm.js --no-deps tinyterminal==0.1.0 jupyterlab==4.6.6 && \
	  Tests/environment.sh xterm.js playwright==1.65.2

run-picture-programs:
	@Tests/environment.sh run-picture-programs textual==8.2.8 rich==14.3.2 prompt_toolkit==3.0.52 \
	  questionary==2.1.1 ipython==9.18.1

reported-programs: run-picture-programs
	@Tests/environment.sh aider aider-chat==0.86.2
	@Tests/Terminals/RunPictures/vibe.sh .build/vibe .build/run-picture-programs/bin/pip

# Installing and packages

INSTALL = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' STRIP='$(STRIP)' PROGRAM='$(PROGRAM)' \
  DRIVE='$(DRIVE)' AGENT='$(AGENT)' SERVER='$(SERVER)' C_LIBRARY='$(C_LIBRARY)' Resources/packaging/install.sh

install: release server install-files

# Packagers who have already built use these alone (Resources/packaging/install.sh).
install-files: ; @$(INSTALL) files
install-languages: ; @$(INSTALL) languages
install-c-library: ; @$(INSTALL) c-library
uninstall: ; @$(INSTALL) uninstall

# Debian packages of the built programs, and of their debug symbols. Tests of upgrades give another DEB_VERSION.
DEB = .build/deb
DEB_VERSION = $(VERSION)-1
deb: linked-packages release server c-library deb-files

deb-files: deb-packages
	PROGRAM=$(PROGRAM) DRIVE=$(DRIVE) AGENT=$(AGENT) SERVER=$(SERVER) C_LIBRARY=$(C_LIBRARY) \
	  Resources/debian/build.sh $(DEB) $(VERSION) $(DEB_VERSION)

# Checks the packages, and installs, upgrades and removes them in clean systems: RELEASES="bookworm trixie jammy noble".
RELEASES = bookworm trixie
check-deb: deb deb-test-packages spdx ; Tests/Programs/Packages/check.sh $(RELEASES)

# An archive for any Linux on this machine's processor (docs/any-linux.md): everything but the server, all static.
ARCHITECTURE := $(shell uname -m)
TARBALL = .build/tarball
TARBALL_NAME = lisan-$(VERSION)-linux-$(ARCHITECTURE)
tarball: linked-packages release tarball-agent tarball-files

tarball-agent: tarball-packages swift ; SWIFT=$(SWIFT) Resources/tarball/agent.sh $(STATIC) $(TARBALL)

tarball-files:
	@PROGRAM=$(PROGRAM) DRIVE=$(DRIVE) AGENT=$(TARBALL)/lisan-agent STRIP=$(STRIP) \
	  Resources/tarball/archive.sh $(TARBALL) $(TARBALL_NAME) $(SWIFT) $(STATIC)

# A package of the same files for rpm, for Fedora, openSUSE and others.
RPM = $(TARBALL)/lisan-$(VERSION)-1.$(ARCHITECTURE).rpm
rpm: tarball rpm-file

rpm-file: rpm-packages tarball-bill
	Resources/tarball/rpm.sh $(TARBALL)/$(TARBALL_NAME) $(VERSION) $(RPM) \
	  "$$(Tests/Programs/Packages/bill_of_materials.py --concluded $(TARBALL_BILL) $(TARBALL_NAME))"

# Checks the archive in other roots, as root: see the script.
ROOTS = bookworm trixie sid bullseye busybox empty rpm image
check-tarball: rpm server spdx tarball-test-packages $(if $(filter image,$(ROOTS)),image-packages)
	.build/spdx/bin/pyspdxtools --infile $(TARBALL_BILL) && Tests/Programs/Packages/known_faults.py $(TARBALL_BILL)
	Tests/Programs/Packages/check-tarball.sh $(TARBALL)/$(TARBALL_NAME).tar.xz $(RPM) $(SERVER) $(TARBALL)/libraries $(ROOTS)

# The images of the server, of Docker and OCI, and what they do in podman (docs/server.md).
IMAGE = .build/server-image
server-image: release server server-image-packages
	@rm -rf $(IMAGE)/files; $(MAKE) install-files install-languages DESTDIR=$(CURDIR)/$(IMAGE)/files PREFIX=/usr
	Resources/server-image/build.sh $(SERVER) .build/server/lisan-server.d $(IMAGE) $(VERSION) $(SWIFT)
check-server-image: server-image image-packages ; Tests/Programs/Packages/check-server-image.sh $(IMAGE)/*.tar

# What each packaged program links, with versions and licences, as SPDX 2.3: of Debian's packages, and of the archive.
BILL = $(DEB)/lisan-$(VERSION).spdx.json
TARBALL_BILL = $(TARBALL)/$(TARBALL_NAME).spdx.json
WRITE_BILL = @Tests/Programs/Packages/bill_of_materials.py $(VERSION) lisan=$(STATIC)/lisan.d lisan-drive=$(STATIC)/lisan-drive.d
bill:
	$(WRITE_BILL) lisan-agent=.build/agent/lisan-agent.d lisan-server=.build/server/lisan-server.d \
	  liblisantext.so.1=$(C_LIBRARY)/liblisantext.so.1.d $(DEB)/*.deb >$(BILL)

tarball-bill:
	$(WRITE_BILL) lisan-agent=$(STATIC)/lisan-agent.d $(TARBALL)/$(TARBALL_NAME).tar.xz >$(TARBALL_BILL)

# Builds the files of a release in .build/dist, with their bills of materials and checksums. SIGN_KEY names the key of
# GnuPG that signs the checksums.
dist:
	@Resources/packaging/release.sh check $(VERSION) '$(SIGN_KEY)'
	$(MAKE) deb wheel drive-wheel npm-package rpm
	$(MAKE) bill && Tests/Programs/Packages/known_faults.py $(BILL) $(TARBALL_BILL)
	Resources/packaging/release.sh collect $(VERSION) '$(SIGN_KEY)' $(DEB)/*.deb $(BILL) \
	  $(TARBALL)/$(TARBALL_NAME).tar.xz $(TARBALL_BILL) $(RPM) $(C_LIBRARY)/lisantext-$(VERSION)*.whl \
	  $(DRIVE_WHEEL)/lisandrive-$(VERSION)*.whl $(C_LIBRARY)/lisantext-$(VERSION).tgz
