int user_login(int user);
int user_may(int what);
int level_of(int user);
