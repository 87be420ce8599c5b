# The only door: every build, test and measurement goes through here.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

STATIC = .build/static
PROGRAM = $(STATIC)/release/lisan
# Fully static: starts in half the time and needs no toolchain where it runs. A scratch path of
# its own, because a plain release build would replace the program by a dynamic one.
STATIC_FLAGS = -c release --scratch-path $(STATIC) --static-swift-stdlib -Xswiftc -static-executable
SOURCES = Sources Tests Package.swift

BUILD_PACKAGES = libncurses-dev
TEST_PACKAGES = $(BUILD_PACKAGES) python3 dialog whiptail less vim htop strace gettext \
  unicode-data unicode-cldr-core libfribidi-dev libicu-dev libvterm-dev liblmdb-dev libsqlite3-dev

.PHONY: run test build release bench lint format install uninstall clean \
  build-packages test-packages swift

run: release
	@$(PROGRAM)

test: test-packages swift
	$(SWIFT) test -c release

build: build-packages swift
	$(SWIFT) build

release: build-packages swift
	$(SWIFT) build $(STATIC_FLAGS) --product lisan

bench: test-packages release
	$(SWIFT) build -c release --product screen-bench
	.build/release/screen-bench $(PROGRAM)

lint: swift
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format: swift
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

install: release
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/lisan
	cd Resources && find . -type f -exec install -D -m 644 {} $(DESTDIR)$(PREFIX)/share/lisan/{} \;

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/lisan
	rm -rf $(DESTDIR)$(PREFIX)/share/lisan

clean:
	rm -rf .build

swift:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "make: no Swift toolchain: put the folder with 'swift' (6.2 or later) on PATH" >&2; exit 1; }

build-packages: ; $(call need,$(BUILD_PACKAGES))
test-packages: ; $(call need,$(TEST_PACKAGES))

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
