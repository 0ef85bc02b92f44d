#include <stddef.h>

enum fs_error { FS_OK, FS_NOENT, FS_NOSPC, FS_CORRUPT, FS_BUSY, FS_ERROR_COUNT };

static const char *const messages[FS_ERROR_COUNT] = {
	[FS_OK] = "success",
	[FS_NOENT] = "no such file",
	[FS_NOSPC] = "no space left",
	[FS_CORRUPT] = "file system corrupt",
	[FS_BUSY] = "resource busy",
};

const char *fs_strerror(int code)
{
	if (code < 0 || code >= FS_ERROR_COUNT)
		return "unknown error";
	return messages[code];
}
