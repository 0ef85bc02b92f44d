#include <stdio.h>
const char *program_path = "";
void complain(const char *what);
int main(void)
{
	complain("no input");
	program_path = "bin/tool";
	complain("no input");
	return 0;
}
