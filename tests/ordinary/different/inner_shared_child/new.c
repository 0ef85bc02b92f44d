#include <stddef.h>

struct module {
	struct module *left;
	struct module *right;
	unsigned size;
	unsigned seen;
};

static unsigned add_size(struct module *m, unsigned pass)
{
	if (m == NULL)
		return 0;
	m->seen = pass;
	return m->size + add_size(m->left, pass) + add_size(m->right, pass);
}

/* Total size of a module and all that it needs. */
unsigned module_total(struct module *root)
{
	static unsigned pass;

	return add_size(root, ++pass);
}
