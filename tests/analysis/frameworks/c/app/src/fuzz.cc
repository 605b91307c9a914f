extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, unsigned long size) { return 0; }
