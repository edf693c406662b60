# make vendor PROJECT=mangohud FOLDER=TREE: MangoHud's server reads fdinfo texts by drmfdinfo.h. Sourced by tools/vendor.sh.
#
# Finding the files of a process, keeping them open and polling them stays; the map from keys to strings that was made of each
# text gives way to the text itself and a question for one key.
metrics=mangohud-next/server/metrics

patch_tree() { # TREE
    d=$1/$metrics
    for word in 'typedef std::map<std::string, std::string> fdinfo_data;' 'std::getline.fds_streams' \
        'std::getline.file, line' 'float FDInfoWrapper::get_memory_used' 'uint64_t FDInfoWrapper::get_gpu_time'; do
        grep -q "$word" "$d/fdinfo.hpp" "$d/fdinfo.cpp" || stop "$metrics/fdinfo.cpp has other words than this script knows: $word"
    done
    cp "$here/drmfdinfo.h" "$d/"
    swap "$d/fdinfo.hpp" 'typedef std::map<std::string, std::string> fdinfo_data;' '.' <<'END'

// The text of one fd, as the kernel printed it last.
struct fdinfo_data {
    std::string text;

    // The number of a line: bytes, ns, Hz or cycles. False if the text does not have it.
    bool get(const std::string& key, uint64_t& value) const;
};
END
    swap "$d/fdinfo.cpp" '#include "fdinfo.hpp"' '.' <<'END'
#include "fdinfo.hpp"

#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
END
    swap "$d/fdinfo.cpp" 'FDInfoBase::FDInfoBase' '^}' <<'END'
static std::string read_all(std::ifstream& file) {
    return std::string(std::istreambuf_iterator<char>(file), {});
}

bool fdinfo_data::get(const std::string& key, uint64_t& value) const {
    drmfd_line line;

    if (!drmfd_line_find(text.data(), text.size(), 0, { key.data(), key.size() }, &line) || !line.usable)
        return false;

    value = line.number;
    return true;
}

FDInfoBase::FDInfoBase(const std::string& drm_node, const pid_t pid) : drm_node(drm_node), pid(pid) {
    card_node = get_card_node();
    init();
}
END
    swap "$d/fdinfo.cpp" 'std::getline.fds_streams' '^        }' <<'END'
        fds_data[i].text = read_all(fds_streams[i]);
END
    swap "$d/fdinfo.cpp" 'std::set<std::string> client_ids;' '.' <<'END'
    std::set<uint64_t> client_ids;
END
    swap "$d/fdinfo.cpp" 'std::getline.file, line' '^        }' <<'END'
        fdinfo_data data = { read_all(file) };
        uint64_t id;

        if (!data.get("drm-client-id", id) || !client_ids.insert(id).second)
            continue;

        total += 1;

        fds_streams.push_back(std::move(file));
        fds_data.push_back({});
END
    swap "$d/fdinfo.cpp" 'float FDInfoWrapper::get_memory_used' '^}' <<'END'
float FDInfoWrapper::get_memory_used(pid_t pid, const std::string& key) {
    return get_gpu_time(pid, key) / (1024.f * 1024.f * 1024.f);
}
END
    swap "$d/fdinfo.cpp" 'uint64_t FDInfoWrapper::get_gpu_time' '^}' <<'END'
uint64_t FDInfoWrapper::get_gpu_time(pid_t pid, const std::string& key) {
    uint64_t total = 0;

    if (pids.find(pid) == pids.end())
        return 0;

    FDInfoBase& p = pids.at(pid);

    for (const auto& fd : p.fds_data) {
        uint64_t value;

        if (fd.get(key, value))
            total += value;
    }

    return total;
}
END
    for name in panfrost:fragment panthor:panthor; do
        swap "$d/gpu/${name%:*}.cpp" 'std::string freq_str = ' 'return std::round.freq' <<END
    uint64_t freq;

    if (!fds_data[0].get("drm-curfreq-${name#*:}", freq))
        return 0;

    return freq / 1'000'000;
END
    done
    swap "$d/gpu/intel/xe/xe.cpp" 'std::string client_id = fd' '.' <<'END'
        uint64_t id, cur_cycles, cur_total_cycles;
END
    swap "$d/gpu/intel/xe/xe.cpp" 'std::string cur_cycles_str' 'uint64_t cur_total_cycles = ' <<'END'

        if (
            !fd.get("drm-client-id", id) || !fd.get("drm-cycles-rcs", cur_cycles) ||
            !fd.get("drm-total-cycles-rcs", cur_total_cycles)
        )
            continue;

        std::string client_id = std::to_string(id);
END
}

# What reads fdinfo texts, with a program of ours; the whole of MangoHud needs Vulkan, ImGui and more.
build_tree() { # TREE
    d=$1/$metrics
    warnings="-Wall -Wextra -Wno-unused-parameter"
    sed 's|"/proc/"|TRY_PROC|g' "$d/fdinfo.cpp" >"$1/try_fdinfo.cpp"
    for f in panfrost panthor intel/xe/xe intel/i915/i915 amdgpu/amdgpu msm/dpu; do
        echo "$f.cpp" &&
            ${CXX:-c++} -std=c++20 $warnings $(pkg-config --cflags libdrm spdlog) -I"$d" -I"$d/gpu" -c -o "$1/$(basename $f).o" "$d/gpu/$f.cpp" || return
    done
    ${CXX:-c++} -std=c++20 -O1 $warnings $(pkg-config --cflags spdlog) -DTRY_PROC='std::string(getenv("TRY_PROC")) + "/"' -I"$d" -o "$1/try" \
        "$here/tools/vendor/mangohud_try.cpp" "$1/try_fdinfo.cpp" $(pkg-config --libs spdlog)
}

# Folders of the shape 1/fd/N, 1/fdinfo/N.
inputs() { # FOLDER
    for f in "$here"/examples/data/samples/drm/xe.txt "$here"/fuzz/seeds/drmfdinfo_text/* ${TEXTS:-}; do
        name=$(basename "$f")
        case $f in */samples/*) name=sample-$name ;; esac
        mkdir -p "$1/$name/1/fd" "$1/$name/1/fdinfo"
        ln -s /dev/dri/renderD128 "$1/$name/1/fd/3"
        case $f in
        "$here"/fuzz/*) tail -c +5 "$f" >"$1/$name/1/fdinfo/3" ;;
        *) cp "$f" "$1/$name/1/fdinfo/3" ;;
        esac
    done
}
run_tree() { # TREE INPUTS
    for d in "$2"/*; do echo "$(basename "$d"): $(TRY_PROC=$d "$1/try" 2>&1 | tr '\n' ' ')"; done
}
