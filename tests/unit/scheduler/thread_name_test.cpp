// Names by parent and birth rank: stable, distinct, of fixed size.

#include "scheduler/thread_name.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cuzz {
namespace {

TEST(ThreadName, IsParentAndRank) {
    const ThreadName first = ThreadName().child(1);
    EXPECT_EQ(first.view(), "1");
    EXPECT_EQ(first.child(2).view(), "1.2");
    EXPECT_EQ(first.child(2).child(13).view(), "1.2.13");
    EXPECT_EQ(ThreadName().child(4294967295u).view(), "4294967295");
    EXPECT_EQ(ThreadName("1.2"), first.child(2));
    EXPECT_EQ(ThreadName().view(), "");
}

TEST(ThreadName, LongChainsFoldButStayDistinctAndStable) {
    std::set<std::string> names;
    ThreadName name = ThreadName().child(1);
    for (int depth = 0; depth < 2'000; ++depth) {
        ASSERT_LE(name.view().size(), ThreadName::capacity);
        ASSERT_TRUE(names.insert(std::string(name.view())).second) << name.view();
        const ThreadName sibling = name.child(1);
        ASSERT_TRUE(names.insert(std::string(sibling.view())).second) << sibling.view();
        name = name.child(2);
    }
    // The same path gives the same name.
    ThreadName again = ThreadName().child(1);
    for (int depth = 0; depth < 2'000; ++depth) again = again.child(2);
    EXPECT_EQ(again, name);
    EXPECT_NE(name.view().find('~'), std::string_view::npos);
}

TEST(ThreadName, SiblingsOfAFoldedNameStayDistinct) {
    ThreadName parent = ThreadName().child(1);
    for (int depth = 0; depth < 40; ++depth) parent = parent.child(1);
    std::set<std::string> names;
    for (std::uint32_t rank = 1; rank <= 2'000; ++rank)
        EXPECT_TRUE(names.insert(std::string(parent.child(rank).view())).second);
}

TEST(ThreadName, AnyTextFitsAndMayHaveChildren) {
    for (const std::size_t size : {0u, 36u, 37u, 38u, 46u, 47u, 48u, 500u}) {
        const ThreadName name(std::string(size, '7'));
        EXPECT_EQ(name.view().size(), std::min(size, ThreadName::capacity));
        for (const std::uint32_t rank : {1u, 4294967295u}) {
            EXPECT_LE(name.child(rank).view().size(), ThreadName::capacity);
            EXPECT_LE(name.child(rank).child(rank).view().size(), ThreadName::capacity);
        }
    }
}

}  // namespace
}  // namespace cuzz
