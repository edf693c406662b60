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
check "make dist" env URL="file://$work/dist" MAINTAINER='A Maintainer <maintainer@debian.org>' B="$work/dist" sh tools/dist.sh
recipes=$work/dist/recipes
left=$(grep -rlE '@(URL|VERSION|SHA256|SHA512|MAINTAINER|DATE)@' "$recipes")
if [ -z "$left" ]; then ok; else fail "recipes with gaps" "$left"; fi

deb=$work/deb
if have dpkg-buildpackage && have dh && have pkg-config && pkg-config --exists libzstd; then
    mkdir "$deb"
    tar -C "$deb" -xzf "$work/dist/profile-headers-$version-source.tar.gz"
    mv "$deb/profile-headers-$version-source" "$deb/profile-headers-$version"
    cp "$work/dist/profile-headers-$version-source.tar.gz" "$deb/profile-headers_$version.orig.tar.gz"
    cp -r "$recipes/debian" "$deb/profile-headers-$version/debian"
    sed -i "s|file://[^ ]*|https://www.debian.org/|" "$deb/profile-headers-$version/debian/control" "$deb/profile-headers-$version/debian/copyright" \
        "$deb/profile-headers-$version/debian/watch"
    check "Debian: packages are built" sh -c "cd '$deb/profile-headers-$version' && DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -us -uc"
    for h in drmfdinfo nvprofile ncurep nvsection cubin; do
        [ -f $h.h ] || continue
        if dpkg-deb -c "$deb/profile-headers-dev_$version-1_all.deb" | grep -q "/usr/include/$h.h"; then ok; else fail "Debian: no $h.h"; fi
    done
    for t in drmtop drmfdinfo nvprofile ncurep nvsection; do
        if dpkg-deb -c "$deb"/profile-headers-tools_"$version"-1_*.deb | grep -q "/usr/bin/$t$"; then ok; else fail "Debian: no $t"; fi
        for f in bash-completion/completions/$t zsh/vendor-completions/_$t fish/vendor_completions.d/$t.fish; do
            if dpkg-deb -c "$deb"/profile-headers-tools_"$version"-1_*.deb | grep -q "/usr/share/$f$"; then ok; else fail "Debian: no $f"; fi
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
    mkdir -p "$work/meson/subprojects/packagefiles/profile-headers"
    cp "$recipes/meson/profile-headers.wrap" "$work/meson/subprojects"
    cp "$recipes/meson/meson.build" "$work/meson/subprojects/packagefiles/profile-headers"
    cp packaging/conan/test_package/use.c "$work/meson"
    printf "project('user', 'c')\ndep = dependency('profile-headers')\nexecutable('use', 'use.c', dependencies: dep)\n" >"$work/meson/meson.build"
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
    check "Nix: the archive" grep -q "$(sed -n 's/^ *sha256 "\(.*\)"$/\1/p' "$recipes/homebrew/profile-headers.rb")" "$work/nix.txt"
else
    skip "needs nix-bin"
fi
if have ruby; then check "Homebrew: syntax" ruby -c "$recipes/homebrew/profile-headers.rb"; else skip "needs ruby"; fi
check "vcpkg.json" awk -v whole=1 -f tests/json.awk "$recipes/vcpkg/vcpkg.json"
if have cmake; then
    # The port with vcpkg's functions replaced: its install step is cmake's own.
    mkdir "$work/vcpkg"
    { echo 'function(vcpkg_download_distfile out)
    set(${out} ${ARGV4} PARENT_SCOPE)
endfunction()
function(vcpkg_extract_source_archive out)
    set(${out} '"$top"' PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
    execute_process(COMMAND ${CMAKE_COMMAND} -S '"$top"' -B '"$work/vcpkg/build"' -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
    execute_process(COMMAND ${CMAKE_COMMAND} --install '"$work/vcpkg/build"' COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
    if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/lib/cmake/profile_headers/profile_headers-config.cmake")
        message(FATAL_ERROR "no config")
    endif()
endfunction()
function(vcpkg_install_copyright)
endfunction()
set(CURRENT_PACKAGES_DIR '"$work/vcpkg/package"')'
      cat "$recipes/vcpkg/portfile.cmake"; } >"$work/vcpkg/port.cmake"
    check "vcpkg: the port's steps" cmake -P "$work/vcpkg/port.cmake"
    check "vcpkg: its headers" test -f "$work/vcpkg/package/include/ncurep.h"
else
    skip "needs cmake"
fi
finish
