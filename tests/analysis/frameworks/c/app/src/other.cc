namespace app {
int main() { return 1; }
}
