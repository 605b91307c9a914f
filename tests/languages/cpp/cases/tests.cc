class DBTest : public testing::Test { int Put() { return 1; } };
TEST_F(DBTest, Empty) { Put(); }
TEST(Suite, Works) { EXPECT_TRUE(f()); }
TEST_CASE("a name", "[tag]") { SECTION("part") { g(); } }
BOOST_AUTO_TEST_CASE(plain) { h(); }
