# The recipes of packaging/, filled in by make dist and built from its archive as far as the tools for it are installed: a
# Debian package without a word from lintian, conan create, a Meson project, the syntax of the rest.
. tests/lib.sh
B=${B:-build} top=$(pwd)
work=$top/$B/packages
rm -rf "$work"
mkdir -p "$work/dist"
if ! have sha256sum || ! tar --version 2>/dev/null | grep -q GNU; then
    skip "needs sha256sum and GNU tar"
    finish
    exit
fi
version=$(sed -n 's/^VERSION *= *//p' Makefile)
check "make dist" env URL="file://$work/dist" MAINTAINER='A Maintainer <maintainer@debian.org>' PARTS=source B="$work/dist" sh tools/dist.sh
recipes=$work/dist/recipes
left=$(grep -rlE '@(URL|VERSION|SHA256|SHA512|MAINTAINER|DATE)@' "$recipes")
if [ -z "$left" ]; then ok; else fail "recipes with gaps" "$left"; fi

deb=$work/deb
if have dpkg-buildpackage && have dh && have pkg-config && pkg-config --exists libzstd; then
    mkdir "$deb"
    tar -C "$deb" -xzf "$work/dist/gpuloupe-$version-source.tar.gz"
    mv "$deb/gpuloupe-$version-source" "$deb/gpuloupe-$version"
    cp "$work/dist/gpuloupe-$version-source.tar.gz" "$deb/gpuloupe_$version.orig.tar.gz"
    cp -r "$recipes/debian" "$deb/gpuloupe-$version/debian"
    sed -i "s|file://[^ ]*|https://www.debian.org/|" "$deb/gpuloupe-$version/debian/control" "$deb/gpuloupe-$version/debian/copyright" \
        "$deb/gpuloupe-$version/debian/watch"
    check "Debian: packages are built" sh -c "cd '$deb/gpuloupe-$version' && DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -us -uc"
    for h in drmfdinfo nvprofile ncurep nvsection cubin; do
        [ -f $h.h ] || continue
        if dpkg-deb -c "$deb/gpuloupe-dev_$version-1_all.deb" | grep -q "/usr/include/$h.h"; then ok; else fail "Debian: no $h.h"; fi
    done
    for t in drmtop drmfdinfo nvprofile ncurep nvsection; do
        if dpkg-deb -c "$deb"/gpuloupe-tools_"$version"-1_*.deb | grep -q "/usr/bin/$t$"; then ok; else fail "Debian: no $t"; fi
        for f in bash-completion/completions/$t zsh/vendor-completions/_$t fish/vendor_completions.d/$t.fish; do
            if dpkg-deb -c "$deb"/gpuloupe-tools_"$version"-1_*.deb | grep -q "/usr/share/$f$"; then ok; else fail "Debian: no $f"; fi
        done
    done
    if have lintian; then
        out=$(lintian --allow-root --fail-on error,warning "$deb"/*.changes 2>&1)
        code=$?
        if [ $code -eq 0 ] && [ -z "$out" ]; then ok; else fail "lintian" "$out"; fi
    else skip "needs lintian"; fi
else
    skip "needs dpkg-dev, debhelper and libzstd-dev"
fi

if have "${CONAN:-conan}"; then
    CONAN_HOME=$work/conan
    export CONAN_HOME
    # With CC=cc it would not know which compiler that is.
    check "conan create" sh -c "unset CC CXX; '${CONAN:-conan}' profile detect && '${CONAN:-conan}' create '$recipes/conan'"
else
    skip "needs conan"
fi

if have meson && have ninja; then
    mkdir -p "$work/meson/subprojects/packagefiles/gpuloupe"
    cp "$recipes/meson/gpuloupe.wrap" "$work/meson/subprojects"
    cp "$recipes/meson/meson.build" "$work/meson/subprojects/packagefiles/gpuloupe"
    cp packaging/conan/test_package/use.c "$work/meson"
    printf "project('user', 'c')\ndep = dependency('gpuloupe')\nexecutable('use', 'use.c', dependencies: dep)\n" >"$work/meson/meson.build"
    check "Meson: a project with the wrap" sh -c "cd '$work/meson' && meson setup out && ninja -C out && out/use"
else
    skip "needs meson and ninja"
fi
if have nix-instantiate; then
    # Evaluated with stand-ins for what nixpkgs passes in: the derivation that comes out has the address and the sum.
    echo 'import '"$recipes"'/nix/default.nix { lib = { licenses = { mit0 = 1; unlicense = 2; }; platforms.linux = [ ]; };
        pkg-config = "pkg-config"; zstd = "zstd"; fetchurl = a: a;
        stdenv.mkDerivation = a: "${a.pname} ${a.version} ${a.src.url} ${a.src.sha256} ${toString a.makeFlags}"; }' >"$work/use.nix"
    check "Nix: it evaluates" sh -c "NIX_STATE_DIR='$work/nix' NIX_STORE_DIR='$work/store' NIX_LOG_DIR='$work/log' nix-instantiate --eval '$work/use.nix' >'$work/nix.txt'"
    check "Nix: the archive" grep -q "$(sed -n 's/^ *sha256 "\(.*\)"$/\1/p' "$recipes/homebrew/gpuloupe.rb")" "$work/nix.txt"
else
    skip "needs nix-bin"
fi
if have ruby; then
    # The formula is carried out, with a few lines in the place of Homebrew: its archive and sum, its install, its test.
    mkdir -p "$work/brew/test" "$work/brew/prefix"
    cat >"$work/brew/brew.rb" <<'END'
require "digest"
require "pathname"
class Formula
  class << self
    attr_reader :said
    %i[desc homepage url sha256 license depends_on].each { |word| define_method(word) { |*given| ((@said ||= {})[word] ||= []) << given.first } }
    def test(&block) = define_method(:tried, &block)
  end
  attr_reader :prefix, :testpath, :version
  def initialize(folder)
    @prefix, @testpath = folder/"prefix", folder/"test"
    @version = self.class.said[:url].first[/-([0-9.]+)-source/, 1]
  end
  def man1 = prefix/"share/man/man1"
  def include = prefix/"include"
  def bin = prefix/"bin"
  def system(*words) = Kernel.system(*words.map(&:to_s)) || raise("fails: #{words.join(" ")}")
  def shell_output(command) = `#{command}`.tap { raise "fails: #{command}" unless $?.success? }
  def assert_match(wanted, text) = text.match?(Regexp.new(Regexp.escape(wanted))) || raise("no #{wanted} in #{text}")
end
def ENV.cc = "cc"
folder = Pathname.new(ARGV[1])
load ARGV[0]
said = Gpuloupe.said
archive = said[:url].first.delete_prefix("file://")
raise "another sum" if Digest::SHA256.file(archive).hexdigest != said[:sha256].first
raise "desc is too long, or begins or ends badly" if said[:desc].first.length > 80 || said[:desc].first.match?(/\A(An?|The) |\.\z/)
Kernel.system("tar", "-C", folder.to_s, "-xzf", archive) || raise
formula = Gpuloupe.new(folder)
Dir.chdir(folder/File.basename(archive, ".tar.gz")) { formula.install }
Dir.chdir(formula.testpath) { formula.tried }
END
    check "Homebrew: the formula" env -u MAKEFLAGS ruby "$work/brew/brew.rb" "$recipes/homebrew/gpuloupe.rb" "$work/brew"
    for f in include/ncurep.h bin/drmtop share/man/man1/drmtop.1 share/bash-completion/completions/ncurep; do
        if [ -f "$work/brew/prefix/$f" ]; then ok; else fail "Homebrew: no $f"; fi
    done
else
    skip "needs ruby"
fi
if have python3; then
    check "vcpkg.json" python3 -c '
import json, re, sys
port = json.load(open(sys.argv[1]))
known = ["name", "version", "description", "homepage", "license", "dependencies"]
assert list(port) == known, "members, in the order that vcpkg format-manifest gives them: %s" % list(port)
assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", port["name"])
assert re.fullmatch("[0-9]+([.][0-9]+)*", port["version"])
assert port["license"] == "MIT-0 OR MIT OR Unlicense" and "\n" not in port["description"]
for needed in port["dependencies"]:
    assert set(needed) == {"name", "host"} and needed["host"] is True and needed["name"].startswith("vcpkg-")
' "$recipes/vcpkg/vcpkg.json"
else
    skip "needs python3"
fi
if have cmake; then
    # The port, with a few lines in the place of vcpkg's functions.
    mkdir "$work/vcpkg"
    { echo 'function(vcpkg_download_distfile out) # URLS u FILENAME f SHA512 s
    string(REGEX REPLACE "^file://" "" path "${ARGV2}")
    file(SHA512 "${path}" sum)
    if(NOT sum STREQUAL ARGV6)
        message(FATAL_ERROR "another sum")
    endif()
    set(${out} "${path}" PARENT_SCOPE)
endfunction()
function(vcpkg_extract_source_archive out) # ARCHIVE a
    file(ARCHIVE_EXTRACT INPUT "${ARGV2}" DESTINATION '"$work/vcpkg"')
    get_filename_component(folder "${ARGV2}" NAME)
    string(REGEX REPLACE "[.]tar[.]gz$" "" folder "${folder}")
    set(${out} '"$work/vcpkg"'/${folder} PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure) # SOURCE_PATH s
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${ARGV1} -B '"$work/vcpkg/build"'
        -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
    execute_process(COMMAND ${CMAKE_COMMAND} --install '"$work/vcpkg/build"' COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
    # PACKAGE_NAME p CONFIG_PATH c: moved to share/p, as vcpkg does.
    file(RENAME "${CURRENT_PACKAGES_DIR}/${ARGV3}" "${CURRENT_PACKAGES_DIR}/moved")
    file(MAKE_DIRECTORY "${CURRENT_PACKAGES_DIR}/share")
    file(RENAME "${CURRENT_PACKAGES_DIR}/moved" "${CURRENT_PACKAGES_DIR}/share/${ARGV1}")
endfunction()
function(vcpkg_install_copyright)
    file(COPY_FILE "${ARGV1}" "${CURRENT_PACKAGES_DIR}/share/copyright")
endfunction()
set(CURRENT_PACKAGES_DIR '"$work/vcpkg/package"')'
      cat "$recipes/vcpkg/portfile.cmake"; } >"$work/vcpkg/port.cmake"
    check "vcpkg: the port's steps" cmake -P "$work/vcpkg/port.cmake"
    for f in include/ncurep.h share/copyright share/gpuloupe/gpuloupe-config.cmake; do
        if [ -f "$work/vcpkg/package/$f" ]; then ok; else fail "vcpkg: no $f"; fi
    done
    if [ ! -e "$work/vcpkg/package/lib" ]; then ok; else fail "vcpkg: a folder lib without libraries"; fi
else
    skip "needs cmake"
fi
finish
