// Words and emoji by which authors declare a kind of work.

const aliases: Record<string, string> = {
  ...named(
    'feat',
    'feature features feats enh enhancement enhance improvement improve improved imp added add new',
  ),
  ...named('fix', 'fixed fixes bugfix bugfixes bug bugs hotfix fixup bugfixing'),
  ...named('perf', 'pref performance speed optimization optimisation optimize'),
  ...named('docs', 'doc documentation readme typo'),
  ...named('test', 'tests testing tst'),
  ...named('build', 'bld packaging'),
  ...named('ci', 'cicd workflow workflows cd actions'),
  ...named(
    'chore',
    'chores maint maintenance misc internal housekeeping cleanup clean infra dev tooling trivial minor meta',
  ),
  ...named('refactor', 'refact ref cln refactoring rf'),
  ...named('style', 'sty lint format formatting typing typ types'),
  ...named('security', 'sec'),
  ...named('deps', 'dep dependencies dependency deps-dev build-deps'),
  ...named('release', 'rel version'),
  ...named('revert', 'reverts'),
}

function named(type: string, words: string): Record<string, string> {
  return Object.fromEntries([type, ...words.split(' ')].map((word) => [word, type]))
}

/** Words that also name parts of a product count as a type only with a scope or a capital. */
const ambiguous = new Set(
  'new improve types typing version format test tests actions speed dev meta minor style clean lint infra cd workflow workflows internal testing build'.split(
    ' ',
  ),
)
const strict = new Set(
  'feat fix perf docs test build ci chore refactor style revert security deps release'.split(' '),
)

export const pictures: Record<string, string> = {
  ...pictured('feat', '✨ 🎉 🚸 💄 ♿ 📱 🆕 🌟 ➕'),
  ...named('feat', ':sparkles: :tada: :lipstick: :children_crossing: :wheelchair: :iphone: :new: :star:'),
  ...pictured('fix', '🐛 🚑 🩹 🐞 🥅 ✏️'),
  ...named('fix', ':bug: :ambulance: :adhesive_bandage: :beetle: :goal_net:'),
  ...pictured('perf', '⚡ ⚡️ 🐎'),
  ...named('perf', ':zap: :racehorse: :rocket:'),
  ...pictured('docs', '📝 📚 📖 💡 📄'),
  ...named('docs', ':memo: :books: :bulb: :book: :page_facing_up:'),
  ...pictured('test', '✅ 🧪 🤡'),
  ...named('test', ':white_check_mark: :test_tube: :clown_face:'),
  ...pictured('ci', '👷 💚'),
  ...named('ci', ':construction_worker: :green_heart:'),
  ...pictured('refactor', '♻️ ♻ 🏗️ 🚚 ⚰️ 🏗'),
  ...named('refactor', ':recycle: :building_construction: :truck: :coffin:'),
  ...pictured('style', '🎨 🚨 💬 🏷️ 🏷'),
  ...named('style', ':art: :rotating_light: :label:'),
  ...pictured('security', '🔒 🔒️ 🔐'),
  ...named('security', ':lock: :closed_lock_with_key:'),
  ...pictured('deps', '⬆️ ⬆ ⬇️ ⬇ 📌'),
  ...named('deps', ':arrow_up: :arrow_down: :pushpin:'),
  ...pictured('chore', '🔧 🔨 🙈 🚧 👥 🌱 👌 🔥 💩'),
  ...named('chore', ':wrench: :hammer: :see_no_evil: :construction: :busts_in_silhouette: :seedling:'),
  ...pictured('release', '🔖'),
  ...named('release', ':bookmark:'),
  ...pictured('revert', '⏪ ⏪️'),
  ...named('revert', ':rewind:'),
}

function pictured(type: string, signs: string): Record<string, string> {
  return named(type, signs)
}

/** The kind of work that a word declares; an ambiguous word counts only if `isSure`. */
export function kindOf(word: string, isSure = false): string | null {
  const lower = word.toLowerCase()
  const kind = Object.hasOwn(aliases, lower) ? aliases[lower] : undefined
  if (!kind) return null
  if (strict.has(lower) && !ambiguous.has(lower)) return kind
  if (isSure || strict.has(lower)) return kind
  return ambiguous.has(lower) && word !== word.toUpperCase() && !/^[A-Z]/.test(word) ? null : kind
}
