/* A stand-in for libnvidia-ml.so.1: the NVML functions that gpuscope calls, with a known true power.
 *
 * GPUSCOPE_NVML_STANDIN names a text file, read again whenever it changes; tests/standin/standin.py writes it:
 *
 *   epoch NS                      monotonic nanoseconds at which the curves start
 *   scale FACTOR                  how much faster than real time they run
 *   driver VERSION
 *   cuda NUMBER
 *   noise 1                       print a line to standard output at nvmlInit, as vendors' libraries do
 *   fixed 1                       this file changes no more: it is not looked at before each call, which costs as much as the call
 *   gpu KEY VALUE...              KEY is one of those in read_gpu(); each "gpu begin" starts the next GPU
 *   rule FUNCTION GPU KIND NUMBER GPU is an index or -1 for all; KIND is error (code), hang, crash or slow (milliseconds);
 *                                 FUNCTION "field:186" gives the entry of one field its return code, "gpm:2" a metric of GPM
 *
 * GPUSCOPE_NVML_COUNTS, where it is set, names a file that takes how often each function was called for GPU 0,
 * and each "field:186" read (see struct slot).
 *
 * The energy counter is the exact integral of the true power up to the last update of the sensor.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define GPUS 8
#define RULES 64
#define SUCCESS 0
#define UNINITIALIZED 1
#define INVALID_ARGUMENT 2
#define NOT_SUPPORTED 3
#define NOT_FOUND 6
#define INSUFFICIENT_SIZE 7
#define LOST 15

enum curve { CONSTANT, SQUARE, RAMP };
enum kind { ERROR, HANG, CRASH, SLOW };

struct gpu {
    char name[96];
    char uuid[96];
    enum curve curve;
    double low, high, period;         /* watts, watts, seconds */
    double update, window;            /* of the power and energy sensors, seconds */
    double base_mj;                   /* the counter's value at the epoch */
    double reset_at, frozen_at;       /* seconds on the curve's clock at which the counter starts anew, stands still; < 0 never */
    double limit_w;
    int64_t lost_from, lost_until;    /* monotonic nanoseconds; 0 never */
    unsigned architecture, major, minor, mig, utilization, memory_utilization, clock, memory_clock, temperature;
    unsigned long long reasons, memory_total, memory_used, memory_reserved;
    long memory_temperature, fan, nvlink_kib, pcie_kib, pcie_ms, gpm, virtualization;
    char processes[200];
};

struct rule {
    char function[64];
    int gpu;
    enum kind kind;
    long number;
};

static struct {
    struct timespec changed;
    ino_t inode;
    int64_t epoch;
    double scale;
    char driver[80];
    int cuda, noise, fixed, gpus, rules;
    struct gpu gpu[GPUS];
    struct rule rule[RULES];
} state;
static int initialized;
static int handles[GPUS];
static volatile int hanging;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t stepped_ns;

/* Not of NVML: stops the clock at a time, for tests that step it; 0 lets it run. */
void standin_set_clock(int64_t ns) { stepped_ns = ns; }

static int64_t now_ns(void) {
    struct timespec now;
    if (stepped_ns)
        return stepped_ns;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void read_bytes(const char *hex, char *out, size_t size) {
    size_t length = 0;
    unsigned byte;
    while (length + 1 < size && sscanf(hex + 2 * length, "%2x", &byte) == 1)
        out[length++] = (char)byte;
    out[length] = 0;
}

static void read_gpu(const char *rest) {
    char key[32] = "", value[256] = "";
    sscanf(rest, "%31s %255[^\n]", key, value);
    if (!strcmp(key, "begin")) {
        if (state.gpus < GPUS)
            memset(&state.gpu[state.gpus++], 0, sizeof(struct gpu));
        return;
    }
    if (!state.gpus)
        return;
    struct gpu *gpu = &state.gpu[state.gpus - 1];
    if (!strcmp(key, "name")) read_bytes(value, gpu->name, sizeof gpu->name);
    else if (!strcmp(key, "uuid")) snprintf(gpu->uuid, sizeof gpu->uuid, "%.90s", value);
    else if (!strcmp(key, "curve")) gpu->curve = !strcmp(value, "square") ? SQUARE : !strcmp(value, "ramp") ? RAMP : CONSTANT;
    else if (!strcmp(key, "low")) gpu->low = atof(value);
    else if (!strcmp(key, "high")) gpu->high = atof(value);
    else if (!strcmp(key, "period")) gpu->period = atof(value);
    else if (!strcmp(key, "update")) gpu->update = atof(value);
    else if (!strcmp(key, "window")) gpu->window = atof(value);
    else if (!strcmp(key, "base_mj")) gpu->base_mj = atof(value);
    else if (!strcmp(key, "reset_at")) gpu->reset_at = atof(value);
    else if (!strcmp(key, "frozen_at")) gpu->frozen_at = atof(value);
    else if (!strcmp(key, "limit_w")) gpu->limit_w = atof(value);
    else if (!strcmp(key, "lost_from")) gpu->lost_from = atoll(value);
    else if (!strcmp(key, "lost_until")) gpu->lost_until = atoll(value);
    else if (!strcmp(key, "architecture")) gpu->architecture = (unsigned)atoi(value);
    else if (!strcmp(key, "major")) gpu->major = (unsigned)atoi(value);
    else if (!strcmp(key, "minor")) gpu->minor = (unsigned)atoi(value);
    else if (!strcmp(key, "mig")) gpu->mig = (unsigned)atoi(value);
    else if (!strcmp(key, "utilization")) gpu->utilization = (unsigned)atoi(value);
    else if (!strcmp(key, "memory_utilization")) gpu->memory_utilization = (unsigned)atoi(value);
    else if (!strcmp(key, "clock_mhz")) gpu->clock = (unsigned)atoi(value);
    else if (!strcmp(key, "memory_clock_mhz")) gpu->memory_clock = (unsigned)atoi(value);
    else if (!strcmp(key, "temperature")) gpu->temperature = (unsigned)atoi(value);
    else if (!strcmp(key, "reasons")) gpu->reasons = strtoull(value, NULL, 0);
    else if (!strcmp(key, "memory_total")) gpu->memory_total = strtoull(value, NULL, 0);
    else if (!strcmp(key, "memory_used")) gpu->memory_used = strtoull(value, NULL, 0);
    else if (!strcmp(key, "memory_temperature")) gpu->memory_temperature = atol(value);
    else if (!strcmp(key, "fan")) gpu->fan = atol(value);
    else if (!strcmp(key, "nvlink_kib")) gpu->nvlink_kib = atol(value);
    else if (!strcmp(key, "pcie_kib")) gpu->pcie_kib = atol(value);
    else if (!strcmp(key, "pcie_ms")) gpu->pcie_ms = atol(value);
    else if (!strcmp(key, "gpm")) gpu->gpm = atol(value);
    else if (!strcmp(key, "virtualization")) gpu->virtualization = atol(value);
    else if (!strcmp(key, "processes")) snprintf(gpu->processes, sizeof gpu->processes, "%.190s", value);
    else if (!strcmp(key, "memory_reserved")) gpu->memory_reserved = strtoull(value, NULL, 0);
}

static void read_rule(const char *rest) {
    struct rule *rule = &state.rule[state.rules];
    char kind[16] = "";
    if (state.rules == RULES || sscanf(rest, "%63s %d %15s %ld", rule->function, &rule->gpu, kind, &rule->number) < 3)
        return;
    rule->kind = !strcmp(kind, "hang") ? HANG : !strcmp(kind, "crash") ? CRASH : !strcmp(kind, "slow") ? SLOW : ERROR;
    state.rules++;
}

static void reload(void) {
    if (state.fixed)
        return;
    const char *path = getenv("GPUSCOPE_NVML_STANDIN");
    struct stat facts;
    if (!path || stat(path, &facts))
        return;
    if (facts.st_ino == state.inode && !memcmp(&facts.st_mtim, &state.changed, sizeof state.changed))
        return;
    FILE *file = fopen(path, "re");
    if (!file)
        return;
    memset(&state, 0, sizeof state);
    state.inode = facts.st_ino;
    state.changed = facts.st_mtim;
    state.scale = 1;
    char line[512];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "epoch ", 6)) state.epoch = atoll(line + 6);
        else if (!strncmp(line, "scale ", 6)) state.scale = atof(line + 6);
        else if (!strncmp(line, "driver ", 7)) snprintf(state.driver, sizeof state.driver, "%.70s", line + 7);
        else if (!strncmp(line, "cuda ", 5)) state.cuda = atoi(line + 5);
        else if (!strncmp(line, "noise ", 6)) state.noise = atoi(line + 6);
        else if (!strncmp(line, "fixed ", 6)) state.fixed = atoi(line + 6);
        else if (!strncmp(line, "gpu ", 4)) read_gpu(line + 4);
        else if (!strncmp(line, "rule ", 5)) read_rule(line + 5);
    }
    fclose(file);
}

static struct rule *find_rule(const char *function, int gpu) {
    for (int i = 0; i < state.rules; i++)
        if (!strcmp(state.rule[i].function, function) && (state.rule[i].gpu == -1 || state.rule[i].gpu == gpu))
            return &state.rule[i];
    return NULL;
}

/* One function's calls; the file is an array of these, as the machine lays them out. */
struct slot {
    char function[56];
    uint64_t calls;
};
#define SLOTS 128

static void tally(const char *function) {
    static struct slot *slots;
    static int is_open;
    if (!is_open) {
        is_open = 1;
        const char *path = getenv("GPUSCOPE_NVML_COUNTS");
        int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
        if (file >= 0 && !ftruncate(file, SLOTS * sizeof *slots)) {
            void *found = mmap(NULL, SLOTS * sizeof *slots, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            slots = found == MAP_FAILED ? NULL : found;
        }
        if (file >= 0)
            close(file);
    }
    for (int i = 0; slots && i < SLOTS; i++) {
        if (!slots[i].function[0])
            snprintf(slots[i].function, sizeof slots[i].function, "%s", function);
        if (!strcmp(slots[i].function, function)) {
            slots[i].calls++;
            return;
        }
    }
}

/* Follows the rules for a function: returns its code, with the lock held exactly when that is SUCCESS. */
static int enter(const char *function, int gpu) {
    for (;;) {
        pthread_mutex_lock(&lock);
        reload();
        if (!gpu)
            tally(function);
        struct rule *rule = find_rule(function, gpu);
        if (!rule || rule->kind != HANG)
            hanging = 0;
        if (!rule)
            break;
        enum kind kind = rule->kind;
        long number = rule->number;
        pthread_mutex_unlock(&lock);
        if (kind == ERROR)
            return (int)number;
        if (kind == CRASH)
            *(volatile int *)0 = 1;
        if (kind == HANG)
            hanging = 1;
        usleep(kind == SLOW ? (useconds_t)number * 1000 : 10000);
        if (kind == SLOW) {
            pthread_mutex_lock(&lock);
            break;
        }
    }
    if (gpu >= 0) {
        struct gpu *one = &state.gpu[gpu];
        int64_t now = now_ns();
        int code = gpu >= state.gpus ? INVALID_ARGUMENT : SUCCESS;
        if (one->lost_from && now >= one->lost_from && (!one->lost_until || now < one->lost_until))
            code = LOST;
        if (!initialized)
            code = UNINITIALIZED;
        if (code) {
            pthread_mutex_unlock(&lock);
            return code;
        }
    }
    return SUCCESS;
}

static int leave(int code) {
    pthread_mutex_unlock(&lock);
    return code;
}

static int index_of(const void *device) {
    const int *handle = device;
    return handle >= handles && handle < handles + GPUS ? (int)(handle - handles) : GPUS - 1;
}

#define ENTER(gpu) do { int entered = enter(__func__, gpu); if (entered) return entered; } while (0)
#define ENTER_DEVICE(device) ENTER(index_of(device)); struct gpu *gpu = &state.gpu[index_of(device)]; (void)gpu

/* Joules of the true power from the epoch to t, exactly. */
static double energy(const struct gpu *gpu, double t) {
    if (t <= 0)
        return 0;
    if (gpu->curve == CONSTANT || gpu->period <= 0)
        return gpu->low * t;
    double whole = floor(t / gpu->period), x = t - whole * gpu->period;
    double done = whole * gpu->period * (gpu->low + gpu->high) / 2;
    if (gpu->curve == RAMP)
        return done + gpu->low * x + (gpu->high - gpu->low) * x * x / (2 * gpu->period);
    double half = gpu->period / 2;
    return done + (x < half ? gpu->high * x : gpu->high * half + gpu->low * (x - half));
}

static double last_update(const struct gpu *gpu) {
    double t = (double)(now_ns() - state.epoch) * 1e-9 * state.scale;
    return gpu->update > 0 ? floor(t / gpu->update) * gpu->update : t;
}

static double mean_power(const struct gpu *gpu, double window) {
    double t = last_update(gpu);
    window = window > 0 ? window : 1e-6;
    return (energy(gpu, t) - energy(gpu, t - window)) / (t < window ? (t > 0 ? t : 1) : window);
}

static unsigned long long counter_mj(const struct gpu *gpu) {
    double t = last_update(gpu), start = 0, base = gpu->base_mj;
    if (gpu->frozen_at >= 0 && t > gpu->frozen_at)
        t = gpu->frozen_at;
    if (gpu->reset_at >= 0 && t > gpu->reset_at) {
        start = gpu->reset_at;
        base = 0;
    }
    return (unsigned long long)(base + 1000 * (energy(gpu, t) - energy(gpu, start)));
}

static int is_average_only(const struct gpu *gpu) {
    return gpu->architecture >= 7 && !(gpu->major == 8 && gpu->minor == 0);
}

static int text(char *out, unsigned size, const char *from) {
    if (strlen(from) >= size)
        return leave(INSUFFICIENT_SIZE);
    strcpy(out, from);
    return leave(SUCCESS);
}

/* A library that hangs may keep the process from its ordinary exit, too. */
__attribute__((destructor)) static void hang_at_exit(void) {
    while (hanging)
        usleep(1000);
}

/* The library. */

const char *nvmlErrorString(int code) {
    static const char *names[] = {"Success", "Uninitialized", "Invalid Argument", "Not Supported", "Insufficient Permissions"};
    return code >= 0 && code < 5 ? names[code] : code == LOST ? "GPU is lost" : "Unknown Error";
}

int nvmlInitWithFlags(unsigned flags) {
    (void)flags;
    ENTER(-1);
    initialized++;
    if (state.noise) {
        puts("NVML: a line that is no event");
        fflush(stdout);
    }
    return leave(SUCCESS);
}

int nvmlInit_v2(void) { return nvmlInitWithFlags(0); }

int nvmlShutdown(void) {
    ENTER(-1);
    int code = initialized ? SUCCESS : UNINITIALIZED;
    initialized -= initialized > 0;
    return leave(code);
}

int nvmlSystemGetDriverVersion(char *version, unsigned size) {
    ENTER(-1);
    return text(version, size, state.driver);
}

int nvmlSystemGetNVMLVersion(char *version, unsigned size) {
    ENTER(-1);
    return text(version, size, "13.0.0");
}

int nvmlSystemGetCudaDriverVersion(int *version) {
    ENTER(-1);
    *version = state.cuda;
    return leave(SUCCESS);
}

int nvmlSystemGetCudaDriverVersion_v2(int *version) {
    ENTER(-1);
    *version = state.cuda;
    return leave(SUCCESS);
}

/* Devices and their facts. */

int nvmlDeviceGetCount_v2(unsigned *count) {
    ENTER(-1);
    *count = (unsigned)state.gpus;
    return leave(initialized ? SUCCESS : UNINITIALIZED);
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device) {
    ENTER(index < GPUS ? (int)index : GPUS - 1);
    *device = &handles[index];
    return leave(SUCCESS);
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **device) {
    ENTER(-1);
    for (int i = 0; i < state.gpus; i++)
        if (!strcmp(uuid, state.gpu[i].uuid)) {
            pthread_mutex_unlock(&lock);
            return nvmlDeviceGetHandleByIndex_v2((unsigned)i, device);
        }
    return leave(NOT_FOUND);
}

int nvmlDeviceGetName(void *device, char *name, unsigned size) {
    ENTER_DEVICE(device);
    return text(name, size, gpu->name);
}

int nvmlDeviceGetUUID(void *device, char *uuid, unsigned size) {
    ENTER_DEVICE(device);
    return text(uuid, size, gpu->uuid);
}

struct pci {
    char legacy[16];
    unsigned domain, bus, device, id, subsystem;
    char bus_id[32];
};

int nvmlDeviceGetPciInfo_v3(void *device, struct pci *pci) {
    ENTER_DEVICE(device);
    memset(pci, 0, sizeof *pci);
    pci->bus = (unsigned)(1 + index_of(device));
    pci->id = 0x233010de;
    snprintf(pci->legacy, sizeof pci->legacy, "0000:%02X:00.0", pci->bus);
    snprintf(pci->bus_id, sizeof pci->bus_id, "00000000:%02X:00.0", pci->bus);
    return leave(SUCCESS);
}

int nvmlDeviceGetArchitecture(void *device, unsigned *architecture) {
    ENTER_DEVICE(device);
    *architecture = gpu->architecture;
    return leave(SUCCESS);
}

int nvmlDeviceGetCudaComputeCapability(void *device, int *major, int *minor) {
    ENTER_DEVICE(device);
    *major = (int)gpu->major;
    *minor = (int)gpu->minor;
    return leave(SUCCESS);
}

int nvmlDeviceGetComputeMode(void *device, unsigned *mode) {
    ENTER_DEVICE(device);
    *mode = 0; /* any number of processes; read by tools that gpuscope is measured beside */
    return leave(SUCCESS);
}

int nvmlDeviceGetMigMode(void *device, unsigned *current, unsigned *pending) {
    ENTER_DEVICE(device);
    *current = *pending = gpu->mig;
    return leave(gpu->architecture >= 7 ? SUCCESS : NOT_SUPPORTED);
}

/* Power and energy. */

struct field {
    unsigned id, scope;
    int64_t timestamp, latency_us;
    unsigned type;
    int code;
    union { double d; unsigned ui; unsigned long long ull; } value;
};

static void fill(struct field *field, const struct gpu *gpu) {
    field->code = SUCCESS;
    field->type = 1;
    switch (field->id) {
    case 82: field->value.ui = (unsigned)gpu->memory_temperature; field->code = gpu->memory_temperature < 0 ? NOT_SUPPORTED : SUCCESS; return;
    case 83: field->type = 3; field->value.ull = counter_mj(gpu); return;
    case 138: case 139:
        field->type = 3;
        field->value.ull = (unsigned long long)gpu->nvlink_kib * (field->id == 138 ? 2 : 1);
        field->code = gpu->nvlink_kib < 0 ? NOT_SUPPORTED : field->scope == 0xFFFFFFFF ? SUCCESS : INVALID_ARGUMENT;
        return;
    case 185: field->value.ui = (unsigned)lround(1000 * mean_power(gpu, 1)); return;
    case 186: field->value.ui = (unsigned)lround(1000 * mean_power(gpu, gpu->window)); return;
    case 187: field->value.ui = 100000; return;
    case 188: case 189: case 190: case 192: field->value.ui = (unsigned)lround(1000 * gpu->limit_w); return;
    default: field->code = NOT_SUPPORTED;
    }
}

int nvmlDeviceGetFieldValues(void *device, int count, struct field *fields) {
    ENTER_DEVICE(device);
    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "field:%u", fields[i].id);
        struct rule *rule = find_rule(name, index_of(device));
        if (!index_of(device))
            tally(name);
        fill(&fields[i], gpu);
        fields[i].timestamp = now_ns() / 1000;
        if (rule)
            fields[i].code = (int)rule->number;
    }
    return leave(SUCCESS);
}

int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts) {
    ENTER_DEVICE(device);
    *milliwatts = (unsigned)lround(1000 * mean_power(gpu, is_average_only(gpu) ? 1 : gpu->window));
    return leave(SUCCESS);
}

int nvmlDeviceGetEnforcedPowerLimit(void *device, unsigned *milliwatts) {
    ENTER_DEVICE(device);
    *milliwatts = (unsigned)lround(1000 * gpu->limit_w);
    return leave(SUCCESS);
}

int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules) {
    ENTER_DEVICE(device);
    *millijoules = counter_mj(gpu);
    return leave(SUCCESS);
}

/* State. */

int nvmlDeviceGetCurrentClocksEventReasons(void *device, unsigned long long *reasons) {
    ENTER_DEVICE(device);
    *reasons = gpu->reasons;
    return leave(SUCCESS);
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *reasons) {
    ENTER_DEVICE(device);
    *reasons = gpu->reasons;
    return leave(SUCCESS);
}

int nvmlDeviceGetUtilizationRates(void *device, unsigned *rates) {
    ENTER_DEVICE(device);
    rates[0] = gpu->utilization;
    rates[1] = gpu->memory_utilization;
    return leave(gpu->mig ? NOT_SUPPORTED : SUCCESS);
}

int nvmlDeviceGetMemoryInfo(void *device, unsigned long long *memory) {
    ENTER_DEVICE(device);
    memory[0] = gpu->memory_total;
    memory[2] = gpu->memory_used + gpu->memory_reserved;
    memory[1] = memory[0] - memory[2];
    return leave(SUCCESS);
}

struct memory_v2 {
    unsigned version;
    unsigned long long total, reserved, free, used;
};

int nvmlDeviceGetMemoryInfo_v2(void *device, struct memory_v2 *memory) {
    ENTER_DEVICE(device);
    memory->total = gpu->memory_total;
    memory->reserved = gpu->memory_reserved;
    memory->used = gpu->memory_used;
    memory->free = gpu->memory_total - gpu->memory_used - gpu->memory_reserved;
    return leave(memory->version == 0x02000028 ? SUCCESS : 25);
}

int nvmlDeviceGetClockInfo(void *device, unsigned type, unsigned *megahertz) {
    ENTER_DEVICE(device);
    *megahertz = type == 2 ? gpu->memory_clock : gpu->clock;
    return leave(SUCCESS);
}

int nvmlDeviceGetTemperature(void *device, unsigned sensor, unsigned *celsius) {
    (void)sensor;
    ENTER_DEVICE(device);
    *celsius = gpu->temperature;
    return leave(SUCCESS);
}

struct temperature_v1 {
    unsigned version, sensor;
    int celsius;
};

int nvmlDeviceGetTemperatureV(void *device, struct temperature_v1 *temperature) {
    ENTER_DEVICE(device);
    temperature->celsius = (int)gpu->temperature;
    return leave(temperature->version == 0x0100000C ? SUCCESS : 25);
}

int nvmlDeviceGetFanSpeed(void *device, unsigned *percent) {
    ENTER_DEVICE(device);
    *percent = (unsigned)gpu->fan;
    return leave(gpu->fan < 0 ? NOT_SUPPORTED : SUCCESS);
}

int nvmlDeviceGetPcieThroughput(void *device, unsigned counter, unsigned *kib) {
    ENTER_DEVICE(device);
    usleep((useconds_t)gpu->pcie_ms * 1000);
    *kib = (unsigned)(counter == 1 ? gpu->pcie_kib : gpu->pcie_kib / 2);
    return leave(gpu->pcie_kib < 0 ? NOT_SUPPORTED : SUCCESS);
}

int nvmlDeviceGetVirtualizationMode(void *device, unsigned *mode) {
    ENTER_DEVICE(device);
    *mode = (unsigned)gpu->virtualization;
    return leave(SUCCESS);
}

struct process {
    unsigned pid;
    unsigned long long memory;
    unsigned gpu_instance, compute_instance;
};

static int list_processes(const struct gpu *gpu, char kind, unsigned *count, struct process *processes) {
    unsigned found = 0, room = processes ? *count : 0;
    char words[200], *rest = words;
    strcpy(words, gpu->processes);
    for (char *word; (word = strsep(&rest, " "));) {
        unsigned pid;
        char is, memory[32];
        if (sscanf(word, "%u/%c/%31s", &pid, &is, memory) != 3 || is != kind)
            continue;
        if (found < room)
            processes[found] = (struct process){pid, memory[0] == '-' ? ~0ULL : strtoull(memory, NULL, 0), ~0U, ~0U};
        found++;
    }
    *count = found;
    return leave(found > room ? INSUFFICIENT_SIZE : SUCCESS);
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count, struct process *processes) {
    ENTER_DEVICE(device);
    return list_processes(gpu, 'c', count, processes);
}

int nvmlDeviceGetComputeRunningProcesses_v2(void *device, unsigned *count, struct process *processes) {
    ENTER_DEVICE(device);
    return list_processes(gpu, 'c', count, processes);
}

int nvmlDeviceGetGraphicsRunningProcesses_v3(void *device, unsigned *count, struct process *processes) {
    ENTER_DEVICE(device);
    return list_processes(gpu, 'g', count, processes);
}

int nvmlDeviceGetGraphicsRunningProcesses_v2(void *device, unsigned *count, struct process *processes) {
    ENTER_DEVICE(device);
    return list_processes(gpu, 'g', count, processes);
}

/* GPM: a sample holds the true energy at its time, and the activity is that of the mean power between two. */

struct sample {
    double t, joules, limit;
    unsigned pcie_kib;
};

struct gpm_metric {
    unsigned id;
    int code;
    double value;
    char *short_name, *long_name, *unit;
};

struct gpm_request {
    unsigned version, count;
    struct sample *first, *second;
    struct gpm_metric metrics[];
};

int nvmlGpmQueryDeviceSupport(void *device, unsigned *support) {
    ENTER_DEVICE(device);
    support[1] = gpu->gpm != 0;
    return leave(support[0] == 1 ? SUCCESS : 25);
}

int nvmlGpmSampleAlloc(struct sample **sample) {
    ENTER(-1);
    *sample = calloc(1, sizeof **sample);
    return leave(SUCCESS);
}

int nvmlGpmSampleFree(struct sample *sample) {
    free(sample);
    return SUCCESS;
}

int nvmlGpmSampleGet(void *device, struct sample *sample) {
    ENTER_DEVICE(device);
    double t = (double)(now_ns() - state.epoch) * 1e-9 * state.scale;
    *sample = (struct sample){t, energy(gpu, t), gpu->limit_w, (unsigned)gpu->pcie_kib};
    return leave(gpu->mig ? NOT_SUPPORTED : SUCCESS);
}

int nvmlGpmMetricsGet(struct gpm_request *request) {
    ENTER(-1);
    double seconds = request->second->t - request->first->t;
    if (request->version != 1 || seconds <= 0)
        return leave(INVALID_ARGUMENT);
    double sm = 80 * (request->second->joules - request->first->joules) / seconds / request->second->limit;
    for (unsigned i = 0; i < request->count; i++) {
        struct gpm_metric *metric = &request->metrics[i];
        char name[32];
        snprintf(name, sizeof name, "gpm:%u", metric->id);
        struct rule *rule = find_rule(name, -1);
        metric->code = rule ? (int)rule->number : SUCCESS;
        switch (metric->id) {
        case 2: metric->value = sm; break;
        case 3: case 10: metric->value = sm / 4; break;
        case 5: metric->value = sm / 2; break;
        case 20: metric->value = request->second->pcie_kib / 2048.0; break;
        case 21: metric->value = request->second->pcie_kib / 1024.0; break;
        default: metric->code = NOT_SUPPORTED;
        }
    }
    return leave(SUCCESS);
}
