// A player that plays the move with the longest text, in C++ without a library. It reads only the fields that it needs.
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

// The text after "name": in the object; empty if there is no such field. Sufficient for the fields below: their names
// occur once, and their texts contain no quotation marks.
std::string_view field(std::string_view line, const std::string &name) {
  const auto found = line.find("\"" + name + "\":");
  if (found == std::string_view::npos) return {};
  return line.substr(found + name.size() + 3);
}

std::string_view text(std::string_view line, const std::string &name) {
  const auto value = field(line, name);
  if (value.empty() || value.front() != '"') return {};
  return value.substr(1, value.find('"', 1) - 1);
}

std::string_view number(std::string_view line, const std::string &name) {
  const auto value = field(line, name);
  return value.substr(0, value.find_first_not_of("0123456789"));
}

std::vector<std::string_view> texts(std::string_view line, const std::string &name) {
  auto rest = field(line, name);
  rest = rest.substr(0, rest.find(']'));
  std::vector<std::string_view> found;
  for (auto begin = rest.find('"'); begin != std::string_view::npos; begin = rest.find('"')) {
    const auto end = rest.find('"', begin + 1);
    found.push_back(rest.substr(begin + 1, end - begin - 1));
    rest.remove_prefix(end + 1);
  }
  return found;
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto type = text(line, "type");
    if (type == "hello") {
      std::cout << R"({"type":"hello","name":"{name} 0.1.0","reusable":true})" << std::endl;
    } else if (type == "choose") {
      std::string_view longest;
      for (const auto move : texts(line, "legal_moves"))
        if (move.size() > longest.size()) longest = move;
      std::cout << R"({"type":"move","id":)" << number(line, "id") << R"(,"move":")" << longest << "\"}" << std::endl;
    } else if (type == "ping") {
      std::cout << R"({"type":"pong","id":)" << number(line, "id") << "}" << std::endl;
    } else if (type == "quit") {
      break;
    }
  }
}
