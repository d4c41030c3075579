/* The first process of the emulated machine: runs /program, and has the emulator stop.
 *
 * Its standard output goes to the second serial port, its standard error to the first, beside the kernel's messages, and
 * its exit status to the third. /arguments holds its arguments, then what is in its environment, each ended by a NUL:
 * an empty one stands between them. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { MOST = 64 };

/* A serial port that passes on all bytes as they are. */
static int serial_port(const char *path) {
  struct termios settings;
  int port = open(path, O_RDWR | O_NOCTTY);
  if (port >= 0 && tcgetattr(port, &settings) == 0) {
    cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL;
    cfsetspeed(&settings, B115200);
    tcsetattr(port, TCSANOW, &settings);
  }
  return port;
}

/* Bochs stops when it is told so by this port. */
static void stop(void) {
  if (iopl(3) == 0)
    for (const char *byte = "Shutdown"; *byte; byte++)
      outb(*byte, 0x8900);
  for (;;)
    pause();
}

/* Fills `list` with the strings from `at` on, up to an empty one or the end. */
static char *strings(char *at, const char *end, char **list) {
  int count = 0;
  while (at < end && *at && count < MOST) {
    list[count++] = at;
    at += strlen(at) + 1;
  }
  list[count] = NULL;
  return at + 1;
}

int main(void) {
  mount("proc", "/proc", "proc", 0, 0);
  mount("dev", "/dev", "devtmpfs", 0, 0);
  mount("tmp", "/tmp", "tmpfs", 0, 0);
  int messages = serial_port("/dev/ttyS0"), output = serial_port("/dev/ttyS1"), status = serial_port("/dev/ttyS2");

  static char text[1 << 12], *arguments[MOST + 1], *environment[MOST + 1];
  int file = open("/arguments", O_RDONLY);
  ssize_t size = read(file, text, sizeof text - 1);
  const char *end = text + (size > 0 ? size : 0);
  strings(strings(text, end, arguments), end, environment);

  pid_t program = fork();
  if (program == 0) {
    dup2(open("/dev/null", O_RDONLY), 0);
    dup2(output, 1);
    dup2(messages, 2);
    execve("/program", arguments, environment);
    perror("execve");
    _exit(127);
  }
  int result = 0;
  while (wait(&result) != program)
    ;
  tcdrain(output);
  tcdrain(messages);
  dprintf(status, "status %d\n", WIFEXITED(result) ? WEXITSTATUS(result) : 128 + WTERMSIG(result));
  tcdrain(status);
  stop();
}
