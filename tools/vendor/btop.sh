# make vendor PROJECT=btop FOLDER=TREE: btop gets GPU use per process from fdinfo, which it did not read, with
# drmfdinfo-reader.h. Sourced by tools/vendor.sh.
#
# The collector for Linux looks at each process's open devices; the details box shows the figure. CXX: GCC 14, Clang 19 or later.
collect=src/linux/btop_collect.cpp

patch_tree() { # TREE
    for word in 'static std::unordered_set<size_t> dead_procs;' '#include "../btop_tools.hpp"'; do
        grep -q "$word" "$1/$collect" || stop "$collect has other words than this script knows: $word"
    done
    (cd "$here" && make -s single PART=reader STYLE=tabs B="$B") && cp "$here/$B/drmfdinfo-reader.h" "$1/src/linux/" || stop "make single PART=reader failed"
    swap "$1/$collect" '#include "../btop_tools.hpp"' '.' <<'C'
#include "../btop_tools.hpp"

#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo-reader.h"
C
    swap "$1/$collect" 'static std::unordered_set<size_t> dead_procs;' '.' <<'C'
	static std::unordered_set<size_t> dead_procs;

	//* What is kept of a DRM client (one open of a device) between two updates
	struct drm_client {
		std::unique_ptr<char[]> buffer = std::make_unique<char[]>(DRMFD_METER_BYTES(32));
		drmfd_meter meter{};
		bool seen = false;

		drm_client() {
			meter.buffer = buffer.get();
			meter.buffer_size = DRMFD_METER_BYTES(32);
		}
	};

	//* Clients of each process, by device and id
	static std::unordered_map<size_t, std::unordered_map<string, drm_client>> drm_clients;

	//* Get the busiest engine in percent, summed over the clients of a process, or -1 if it has none or is seen for the first time
	static double _collect_gpu(const fs::path& pid_path, const size_t pid) {
		double busiest = -1.0;
		std::unordered_map<string, double> sums;
		std::error_code ec;

		for (auto& [key, client] : drm_clients[pid]) client.seen = false;

		for (fs::directory_iterator fd{pid_path / "fd", ec}, end; not ec and fd != end; fd.increment(ec)) {
			std::error_code gone;
			const string target = fs::read_symlink(fd->path(), gone).string();
			if (gone or not (target.starts_with("/dev/dri/") or target.starts_with("/dev/accel/"))) continue;

			ifstream info(pid_path / "fdinfo" / fd->path().filename());
			const string text{std::istreambuf_iterator<char>(info), {}};
			std::array<drmfd_engine, 32> engines;
			drmfd_snapshot snapshot{};
			snapshot.engines = engines.data();
			snapshot.engine_room = engines.size();
			drmfd_parse(&snapshot, text.data(), text.size(), 0, nullptr);
			if (snapshot.result != DRMFD_RESULT_CLIENT or not snapshot.has_client_id) continue;

			const auto& device = snapshot.pdev.len > 0 ? snapshot.pdev : snapshot.driver;
			const string device_name(device.ptr, device.len);
			auto& client = drm_clients[pid][fmt::format("{}/{}", device_name, snapshot.client_id)];
			if (client.seen) continue;
			client.seen = true;

			const auto now = std::chrono::steady_clock::now().time_since_epoch();
			drmfd_measure(&client.meter, &snapshot, std::chrono::nanoseconds(now).count(), nullptr);
			for (uint32_t i = 0; i < client.meter.usage_count; i++) {
				const auto& usage = client.meter.usage[i];
				if (usage.best == nullptr) continue;
				auto& sum = sums[fmt::format("{}/{}", device_name, std::string_view(usage.name.ptr, usage.name.len))];
				sum += usage.best->percent;
				busiest = max(busiest, min(sum, 100.0));
			}
		}

		std::erase_if(drm_clients[pid], [](const auto& entry) { return not entry.second.seen; });
		if (drm_clients[pid].empty()) drm_clients.erase(pid);
		return busiest;
	}
C
    swap "$1/$collect" 'if [(]show_detailed and not got_detailed and new_proc.pid == detailed_pid[)]' '.' <<'C'
				//? GPU usage since last update
				new_proc.gpu_p = _collect_gpu(d.path(), pid);

				if (show_detailed and not got_detailed and new_proc.pid == detailed_pid) {
C
    swap "$1/$collect" 'Clear dead processes from current_procs and remove' '.' <<'C'
			//? Forget the DRM clients of dead processes
			std::erase_if(drm_clients, [&](const auto& entry) { return not v_contains(found, entry.first); });

			//? Clear dead processes from current_procs and remove kernel processes if enabled and not paused
C
    swap "$1/src/btop_shared.hpp" 'double cpu_c' '.' <<'C'
		double cpu_c{};         // defaults to = 0.0
		double gpu_p = -1.0;    // busiest GPU engine in percent, below 0 if there is none
C
    swap "$1/src/btop_draw.cpp" 'Fx::b [+] detailed.memory;' '.' <<'C'
				+ Theme::c("title") + Fx::b + detailed.memory;
			if (alive and detailed.entry.gpu_p >= 0 and d_width > 60) out += fmt::format("  GPU {:.1f}%", detailed.entry.gpu_p);
C
}

build_tree() { # TREE
    make -C "$1" GPU_SUPPORT=true CXX="${CXX:-c++}" || return
    objects=$(find "$1/obj" -name '*.o' ! -name main.o)
    ${CXX:-c++} -std=c++23 -DFMT_HEADER_ONLY -DGPU_SUPPORT -I"$1/src" -isystem "$1/include" -o "$1/try" "$here/tools/vendor/btop_try.cpp" $objects -pthread
}

# Two looks at a made-up /proc: a process with two clients, one of them open twice, that were busy for 50 and 25 % of the clock; one that
# was busy all the time; one without a client.
client() { # FOLDER FD TEXT
    ln -s /dev/dri/renderD128 "$1/fd/$2" && printf "drm-client-id:\t$3" >"$1/fdinfo/$2"
}
inputs() { # FOLDER
    for look in 1 2; do
        d=$1/sample/$look
        for pid in 7 8 9; do
            mkdir -p "$d/$pid/fd" "$d/$pid/fdinfo"
            echo "program-$pid" >"$d/$pid/comm"
            printf 'program\0' >"$d/$pid/cmdline"
            printf 'Name:\tprogram\nUid:\t0\t0\t0\t0\n' >"$d/$pid/status"
            echo "$pid (program-$pid) S 1 7 7 0 -1 0 0 0 0 0 5 5 0 0 20 0 1 0 100 1000000 250 18446744073709551615" >"$d/$pid/stat"
        done
        printf 'MemTotal: 1000000 kB\n' >"$d/meminfo"
        printf '100.00 50.00\n' >"$d/uptime"
        printf 'cpu  1 2 3 4 5 6 7 8\n' >"$d/stat"
        for fd in 3 4; do
            client "$d/7" $fd "1\ndrm-driver:\txe\ndrm-pdev:\t0000:03:00.0\ndrm-cycles-rcs:\t$((look * 500))\ndrm-total-cycles-rcs:\t$((look * 1000))\n"
        done
        client "$d/7" 5 "2\ndrm-driver:\txe\ndrm-pdev:\t0000:03:00.0\ndrm-cycles-rcs:\t$((look * 250))\ndrm-total-cycles-rcs:\t$((look * 1000))\n"
        client "$d/8" 3 "3\ndrm-driver:\tamdgpu\ndrm-pdev:\t0000:04:00.0\ndrm-engine-gfx:\t${look}000000000000 ns\n"
    done
}
run_tree() { # TREE INPUTS
    for d in "$2"/*; do "$1/try" "$d"; done
}
