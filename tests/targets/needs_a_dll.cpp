// Imports from crashes_on_load.dll.
extern "C" __declspec(dllimport) int imported();
int main() { return imported(); }
