import { anyOf, between, oneOf } from '../text/pattern.ts'
import { readSectionLines } from '../text/word-list.ts'
import titles from './title-patterns.txt' with { type: 'text' }

const sections = readSectionLines(titles)

/** A pattern from title-patterns.txt; matched against a title without its conventional prefix. */
function pattern(name: string, flags = 'i'): RegExp {
  const lines = sections.get(name)
  if (!lines) throw new Error(`title-patterns.txt has no section ${name}.`)
  return new RegExp(lines.join('|'), flags)
}

/** Security, whatever the author or the place in the title. */
export const securityTerms = pattern('securityTerms')

/** Verbs of a repair, without their endings. */
const repairs = oneOf([
  /add|address|apply|backport|clos|correct|enforc|enhanc|fix|improv|mitigat|patch|plug|resolv|send|set|tighten/,
])

/**
 * What a title says first, or repairs: "Security fixes for frames", "Address security issues". Elsewhere, security fixes
 * are only what it is about: "Show security fixes first".
 */
export const securityRepairs = new RegExp(
  `${
    between('', /^/, [
      /(?:[\w-]+ (?:and|&) )?/,
      new RegExp(
        `(?:.*[,;:] )?(?:and )?(?:${repairs})(?:e?[sd]|ing|e)? (?:(?!about|as|for|from|how|in|of|on|to|with)[\\w'"-]+,? ){0,4}`,
      ),
    ]).source
  }${
    between('', /security /, [
      /advisor(?:y|ies)|bugs?|checks?|concerns?|enhancements?|fix(?:es)?|flaws?|hardening|headers?|holes?/,
      /improvements?|issues?|patch(?:es)?|problems?|regressions?|releases?|risks?|updates?/,
      /vulnerabilit(?:y|ies)/,
    ]).source
  }\\b`,
  'i',
)

export const securityWords = anyOf('i', [
  // What is hardened decides: a poller can be hardened against races.
  between(
    '',
    /\bharden(?:s|ed|ing)?\b.*\b/,
    [
      /access|attack\w*|auth\w*|certificates?|cookies?|credentials?|crypto\w*|csp|headers?|hostile/,
      /injection\w*|inputs?|keys?|links?|logins?|malicious|passwords?|paths?|permissions?|redirects?/,
      /requests?|sandbox\w*|secrets?|security|sessions?|ssl|tls|tokens?|traversal|untrusted|uploads?/,
      /urls?|webhooks?|xml/,
    ],
    /\b/,
  ),
  /\bfor security(?: reasons| purposes)?$|\bsecurity reasons\b/,
  /^(?:enhance|improve|increase|strengthen|tighten)(?:s|d)? (?:(?!for|of)[\w-]+ ){0,4}security(?:$|[:,])/,
])

export const reliabilityWords = pattern('reliabilityWords')
export const fixWords = pattern('fixWords')
export const featureWords = pattern('featureWords')

/** Additions that fix something: "Add missing ...", "Add a lock to avoid ...". */
export const mendingWords = pattern('mendingWords')

export const noveltyWords =
  /^(?:add|allow|enable|introduce|implement|support|create|provide|let|offer|new|launch)(?:s|es|ed|d)?\b|\bsupport for\b/i

export const performanceWords = pattern('performanceWords')

/** Faster through another algorithm: "in half the time", "in one commit", "build queries once". */
export const soonerWords = pattern('soonerWords')

export const packagingWords = pattern('packagingWords')

export const internalWords = pattern('internalWords')

/** Code structure without doubt: "Give X files of their own", "Write X once", "Call X `y()`". */
export const structureWords = pattern('structureWords')
/** Code that no user sees, whatever the declared type: "Unwrap -> expect", "Remove dependency on once_cell". */
export const codeWords = pattern('codeWords')

/** What a change of nothing but manifests and lock files does to dependencies. */
export const newVersions = /^(?:bump|downgrade|pin|unpin|upgrade)\b/i

/** Code structure, if many places are touched: users, too, may find things "in one place". */
export const gatheringWords =
  /^(?:make|keep|write|put|define|state|count|spell|decide|gather|declare|read)\b.*\b(?:in|at) (?:exactly |just )?one place\b|\b(?:in|into) one (?:file|folder|module|table)\b|^keep .* as (?:the )?(?:[\w-]+ )?(?:modules|keys|records)\b/i

/** Trying and measuring, if tests are touched. */
export const tryingWords =
  /^(?:try|exercise|drive|kill|reproduce|hold that|prove|benchmark|measure)\b|^check (?:the )?(?:readme|examples?|docs|documentation)\b|\bafter tests\b|\bwhere tests can\b/i

/** A title with a label for breaking changes, first or last. Elsewhere, breaking changes are only what it is about. */
export const breakingWords = between(
  'i',
  /^(?!revert)(?:.*(?:[.,;:([]| [-–—])(?: (?:this|it|which) is(?: an?)?)? ?)?\W*/,
  [
    /(?:potential(?:ly)? |possibl[ey] )?(?:breaking|backwards?[- ]incompatible)(?: api)?(?: changes?)?|BC[- ]breaks?/,
  ],
  /(?:$|[\])!:;,.–—]| [-–(]| (?:for|in|to|of)\b)/,
)

/** What users run a program on, or build it with. */
const platforms = oneOf([
  /node(?:\.?js)?|bun|deno|python|py|ruby|go|golang|rust|php|java|jdk|\.net|windows|macos|ios/,
  /android|internet explorer|ie|react|vue|angular|rails|django|typescript|postgres\w*|mysql/,
])

/** A higher minimum version of a language; the first group is the language. */
export const newMinimum =
  /^(?:bump|raise|increase|require|update|set|upgrade)(?:s|d|ed)? (?:the )?min(?:imum|imal)? (?:required |supported )*(go|node(?:\.?js)?|python|ruby|rust|php|java|jdk|\.net|swift|elixir|kotlin)(?: versions?)?(?: requirement)?(?: from \S+)? to v?\d/i

/** A second change that ends support for a platform, and a requirement: "..., drop Ruby 3.1 support", "require JRuby >= 10". */
export const otherPlatform = new RegExp(
  String.raw`(?:,|;| and) (?:drop|remove|end)(?:s|ped|d|ed)? (?:support for )?(?:${platforms}) v?\d[\d.]*(?: support)?\b|^requires? j?(?:${platforms}) (?:>=|>) ?v?\d`,
  'i',
)

/** The end of support for something that users depend on. */
export const endOfSupport = between(
  'i',
  /^(?!.*\b(?:in favou?r of|usages?|uses? of|calls?|for building|to build)\b)/,
  [
    /^(?:drop|remove|end|discontinue|cease|stop)(?:s|ped|d|ed|ping|ing)? (?:the )?(?:[\w.'`/-]+ ){0,4}support\b/,
    new RegExp(
      String.raw`^(?:drop|stop supporting|no longer support|remove)(?:s|ped|d)? (?:(?:support for )?(?:the )?(?:${platforms})\b)`,
    ),
    /^(?:drop|remove)(?:s|ped|d)? (?:all |the |some |long[- ])*deprecat(?:ed|ions?)\b/,
    between(
      '',
      // The version with which a project is built is not the one that it requires.
      /^(?!.*\b(?:toolchain|Cargo\.toml|Dockerfile|workflows?)\b)(?:require|now requires?|bump|raise|increase|set|update|upgrade)s?d? (?:the )?(?:at least |minimum |min |minimal |required |supported )*/,
      [
        /node(?:\.?js)?|bun|deno|python|ruby|go|golang|rust|php|java|jdk|\.net|msrv|rust version/,
        /typescript|macos|ios|react|vue|rails|django/,
      ],
      /(?: version)? ?(?:version |to |>=? ?)*v?\d/,
    ),
    /\bmin(?:imum|imal)? (?:supported |required )?(?:[\w.]+ )?version\b|^remove(?:s|d)? deprecated\b/,
    /`[^`]+`.*\b(?:has|have|is|are|was|were) (?:now |also )*(?:been )?(?:removed|dropped)\b/,
  ],
)

/** Titles that remove or change something, and break users if they name something that users use. */
export const breakingShape = pattern('breakingShape')

/** A changed default value, except of what a page shows first. */
export const otherDefault =
  /^(?!.*\b(?:views?|tabs?|pages?|panels?|themes?|layouts?|sort(?:ing)?)\b)(?:chang(?:e|es|ed) .*\bdefaults?\b|(?:disable|enable)s?d? .*\bby default\b|make .*\bdefault to\b|defaults? (?=`|--|.* instead\b).* to\b)/i

/** Something that users type: a code span, an option, a call, a dotted or camel-cased name, a variable. */
export const namedThing = pattern('namedThing', '')

/** Removals that affect no user. */
export const harmlessRemoval = between(
  'i',
  /\b/,
  [
    /throwaway|meaningless|init\(\) func\w*|initiali[sz]er|entries|strings?|translations?|submodules?|codegen|unused/,
    /unnecessary|redundant|dead|obsolete|duplicated?|needless|superfluous|stale|leftover|extra/,
    /unneeded|unwanted|useless|accidental|stray|temporary|internal|private|workarounds?|hacks?|todos?/,
    /comments?|imports?|logs?|logging|console|warnings?|files?|dependency|dependencies|deps/,
    /polyfills?|whitespace|lint|tests?|code ?paths?|specific code|mentions?|references?|usages?/,
    /uses? of|calls? to|helper|hardcoded|flak\w+|from (?:docs|readme)|from (?:the )?(?:[\w-]+ )?(?:script|file|license|source|copyright) headers?|limit(?:ation)?s?|restrictions?/,
    /requirement|experimental flag|TODO|executable (?:flags?|bits?)|calls?(?= |$)(?! \w+(?:s|er|ing)\b)/,
  ],
  /\b|^rename `\w` to\b|^replace deprecated\b|^replace\b.*\b(?:usage|calls|internals?)\b|^(?:rename|remove|drop) (?:the |an? |some )?(?:api|arguments?|commands?|flags?|options?|parameters?|settings?)$|^(?:remove|drop)\b.*\b(?:errors?|checks?)$/,
)

/** Subjects that outweigh the verb of a title: "Fix flaky tests" fixes nothing for users. */
export const topics = [
  {
    nature: 'translation',
    pattern:
      /\btranslat(?:e|ion) (?:keys?|strings?)\b|\b(?:crowdin|weblate|transifex|lokalise)\b|^(?:update|sync|pull|import|refresh) (?:\w+ )?translations?\b/i,
  },
  {
    nature: 'testing',
    pattern: anyOf('i', [
      /\b(?:unit|acceptance|integration|functional|smoke|e2e|end-to-end|flaky|failing|snapshot|regression|property|smoke)[- ]tests?\b/,
      /\btests? (?:for|of|suite|coverage|fixtures?|helpers?|data)\b/,
      /`?\b(?-i:[A-Z]\w*[a-z](?:IT|Tests?|Spec)\b)(?:[#.]\w+)?`?/,
      /^(?:add|fix|update|improve|write|remove|extend|skip|more|refactor|clean up)(?:s|es|d|ed)? (?:[\w-]+ ){0,3}(?:tests?|specs?)$/,
      /^(?:basic|simple|first|initial|small|new|more|some|another) (?:[\w-]+ ){0,3}tests?$/,
      /\btest coverage\b|\bdoctests?\b|^hold (?:[^:]{1,80} )?to (?:a )?tests?\b|\bpage tests?\b/,
      /\b(?:end-to-end|e2e|test) suite\b|^tests?$|\b(?:skipping|running) (?:of )?(?:the )?tests$/,
      /^(?:add|more|extra|missing|new)(?:s|ed)? (?:[\w`./-]+ ){0,4}(?:unit |integration |acceptance |regression |e2e )?tests?\b/,
      /^(?:test|tests):? /,
      /\btest (?:cases?|flak\w*|failures?|timeouts?|runner|harness|infra\w*|utils?|utilities|setup|matrix)\b/,
      /^(?:fix|skip|disable|enable|stabili[sz]e|deflake|speed up|improve|update|move|convert|migrate|rewrite|refactor|split)(?:s|es|ed|d)? .{0,40}\b(?:tests|specs|snapshots|test)$/,
      /^(?:regenerate|refresh|accept|record)\b.*\bsnapshots?$|\b(?:branch|code|line|test) coverage\b|^(?:add|better|improve|increase|more|extend|raise)\w* .*\bcoverage\b|\bcoverage (?:badge|job|report\w*|threshold|upload)s?\b|\bfixtures?\b/,
      /^fix(?:e[sd])? `?test_\w+|\bgoogle ?test\b|\bgtest\b/,
      /\b(?:flaky|flakiness|deflake)\b|\bbenchmarks?\b/,
    ]),
  },
  {
    nature: 'documentation',
    pattern: anyOf('i', [
      between(
        '',
        /\b/,
        [
          /docs|docs? (?:lines?|comments?|fix(?:es)?|improvements?|issues?|strings?|updates?)|release posts?|documentation|readmes?(?:\.md)?|kdocs?/,
          /docstrings?|jsdoc|javadoc|godoc|rustdoc|contributing(?:\.md| guide\w*)?|code comments?/,
          /doc comments?|code of conduct|security policy|sponsors?(?:hips?)?|contributors|backers|faq/,
          /man ?page|changelogs?|release notes|license|copyright|tutorials?|agents\.md|claude\.md/,
          /issue templates?|pr template/,
        ],
        /\b/,
      ),
      /^(?:fix|correct|update|remove)(?:e?s|ed)? (?:an? |the |some )?(?:incorrect|wrong|outdated|misleading|stale) comments?\b/,
      /^docs? (?:changes|fix(?:es)?|improvements?|updates?)$|^(?:document|explain)s?\b|\bchangelog (?:entry|entries|file)\b/,
      /^(?:add|write|update|fix|improve)s? (?:[\w-]+ ){0,4}(?:guide|tutorial|howto)$/,
      /\btypos? in (?:the )?(?:comments?|guide|tutorial|contributing|license)/,
      /^(?:fix|correct|update|improve|simplify|clarify)(?:e?s|e?d)? (?:the |an? )?(?:[\w-]+ ){0,3}examples?$/,
      /^add(?:s|ed)? (?:an? |the |some |more )?(?:[\w.()`-]+ ){0,3}examples?(?: (?:of|for) .*)?$/,
    ]),
  },
  {
    nature: 'ci',
    pattern: anyOf('i', [
      /(?<!\b(?:caught|exposed|found|reported) (?:by|in|on) )\bCI\b|\bCI\/CD\b|\bgithub[- ]actions?\b|\bactions\/\w+|\bGHA\b/,
      /\b(?:to|in|from|of) (?:the )?(?:\w+ )?workflows?$/,
      /\b(?:dependabot|renovate|zizmor|codeql|sonar\w*|appveyor|coveralls|netlify preview|goreleaser|release-please)\b/,
      /\b(?:self-hosted|windows|macos|linux|ubuntu)[\w-]* runners?\b/,
      /\bnightly (?:build|job)|\bci_\w+|\b(?:build|ci|lint|test) jobs?$/,
      /^(?:add|fix|improve|remove|update) (?:an? |the )?(?:build|ci|deploy\w*|lint|publish|release|test) workflows?$/,
      /\b(?:auto[- ]?)?release (?:process|script|pipeline|automation|tooling|job|checklist)\b/,
      /\bgithub workflows?\b|\b(?:ci|release|build|test|lint) workflow\b|\bgitlab-ci\b|\bcircleci\b/,
      /\btravis\b/,
      /^fix(?:es|ed)? (?:the )?(?:build|pipeline|compile|compilation|workflow|CI)(?: errors?| failures?)?$/,
      /\bcodecov\b|\bpre-?commit hooks?\b/,
    ]),
  },
  {
    nature: 'style',
    pattern: anyOf('i', [
      /\blint(?:er|ing)? (?:errors?|warnings?|issues?|failures?|fix(?:es)?|rules? violations?|config\w*)\b/,
      /^(?:fix(?:es|ed)? )?(?:lint(?:er|ing)?|formatting|whitespace|indentation|style|eslint|prettier)$/,
      /\b(?:run|apply) (?:prettier|eslint|biome|gofmt|rustfmt|black|ruff|clang-format)\b/,
      /\bclang[- ]?(?:format|tidy)\b|\bcode formatting\b/,
      /^(?:add|enable|use|set up|integrate|configure|adopt|migrate|switch)\b.*\b(?:linters?|linting|codespell)\b/,
      /^(?:enable|disable|enforce) (?:the )?`?@?[\w-]+\/[\w-]+`?(?: |$)|\bW(?:no|non|deprecated|error|format|implicit|shadow|sign|unused)-[a-z-]+\b|\bmake \w+ happy$/,
      /\bformat (?:the )?(?:code|files?|sources?)\b|\bStyleCI\b/,
      /^(?:remove|strip|fix|clean up|delete|trim)\b.*\btrailing whitespaces?$/,
      between(
        '',
        /^(?:fix |add |remove )?/,
        [
          /CS|cs fix\w*|code style|coding standards?|clippy|golint|gofmt|goimports|rustfmt|rubocop/,
          /flake8|mypy|pyright|phpstan|psalm|eslint|prettier|biome|ruff|black|isort|lint\w*/,
          /type ?check\w*|spell ?check\w*/,
        ],
        /(?: (?:errors?|warnings?|issues?|complaints?|fix(?:es)?|findings?|run|violations?))*$/,
      ),
      /\b(?:ktlint|detekt|checkstyle|spotless)\b.*\b(?:rules?|errors?|warnings?|issues?|violations?)$/,
      /\b(?:clippy|golint|golangci-lint|staticcheck|vet|eslint|mypy|pyright|phpstan|psalm|compiler|deprecation|ruff|codespell|linter|lint) (?:errors?|warnings?|issues?|complaints?|fix(?:es)?|findings?|rules?|lints?)\b/,
      /^(?:auto)?format(?:s|ted|ting)?(?: (?:the |all |some )?(?:code|codebase|files?|sources?|imports?|docs?|tests?|(?:with|using|by) .*))?$/,
      /^fix(?:es|ed)? (?:[\w.]+ ){0,3}(?:lints|(?:cop|lint(?:er)?|rubocop|standardrb|style) offen[cs]es)\b/,
      /^(?:fix|resolve|silence)(?:e?[sd])? (?:(?:all|gcc|implicit|integer|clang|msvc|new|some|the|type) )*(?:clang|comparison|conversion|gcc|msvc|shadow\w*|sign(?:ed(?:ness)?)?) warnings?\b/,
      /\bautoformat|\[pre-commit\.ci\]|\bautofix\b|\bcodemod\b|\bcoding style\b|\bidiomatic\b/,
      // "clippy 1.84 fix", "lint the code with ruff"
      /^(?:clippy|eslint|flake8|golangci-lint|mypy|phpstan|pylint|rubocop|ruff|staticcheck|swiftlint)\b(?! (?:support|plugin|integration|config\w*|rules?|formatter|output)\b)/,
      /^(?:auto-?format|format|lint|type-?check)s? .*\b(?:with|using|by) [\w-]+$/,
      /^(?:formatting|indentation|whitespace)(?: \w+)?$|^reduce\b.*\bwhitespace$|\brustc(?: v?[\d.]+)? warnings\b|\bstatic analysis\b/,
      /^make (?:less|lint|fmt|format)$|\bcodespell\b|^re-?fmt\b|^make \S+ happy\b/,
      /\b(?:golangci-lint|staticcheck|clippy|eslint|ruff|lint\w*)\b.* (?:findings|complaints|warnings|errors|violations|suggestions|fixes)\b/,
      /\bautomated (?:changes|fixes|code)\b|^apply (?:clippy|lint\w*|eslint|rubocop|ruff)\b|^reformat\b/,
      /\bfrozen[_ ]string[_ ]literals?\b|\bstandardrb\b|\b(?:clippy|eslint|rubocop|ruff)[\w/-]* rules?$/,
      /\bcompatible with (?:the )?(?:(?:latest|current|new|recent|newer) )?(?:\w+ )?(?:prettier|eslint|biome|ruff|black|rubocop|phpstan|psalm|clippy|lint\w*|cod(?:e|ing) (?:rules|standards?|style))\b/,
      /\bcode style\b|\bas (?:the|its|our) (?:formatter|linter)\b/,
    ]),
  },
] as const

export const wordingWords = pattern('wordingWords')

export const vagueTitle = anyOf('iu', [
  between(
    'u',
    /^/u,
    [
      /wip|tmp|temp|test|tests|testing|update|updates|updated|change|changes|changed|misc/u,
      /miscellaneous|stuff|things|fix|fixes|fixed|bug|bugs|bug ?fix(?:es)?/u,
      between(
        'u',
        /(?:fix |some |more |various |several |a few |misc |minor |small |tiny |little |quick |ui |ux |code |general |assorted |basic |further |additional |necessary |required )*/u,
        [
          /bugs|polish|cleanups?|bug ?fix(?:es)?|fix(?:es)?|changes|updates|tweaks|improvements?/u,
          /(?:improvements?|(?:bug ?)?fixes|cleanups?|tweaks) (?:and|&) (?:more|other|small |minor )*(?:improvements?|fixes|cleanups?|tweaks|polish(?:ing|ments?)?)/u,
          /enhancements?|adjustments|corrections|refinements|edits|things|stuff|issues|errors?|warnings/u,
        ],
      ),
      /(?:remove|delete|drop|clean up|update|add|fix)(?:s|d|ed)? (?:all |the |some |old |deprecated |unused |various |more |other )*(?:stuff|things)/u,
      /\S+ (?:->|=>|→) \S+|minor|minor (?:fix|change|update|tweak)|cleanup|clean up|polish|review/u,
      /(?:address|apply|pr|code|fix)? ?(?:review |pr |code review )*(?:comments?|feedback|suggestions?|review)(?: from code review)?/u,
      /(?:fix|resolve|solve|merge)(?:e?s|ed|d)? (?:the |some |all |more )*(?:merge )?conflicts?(?: (?:with|in|from|after) .*)?/u,
      /(?:some |various )?(?:changes|fixes|improvements|updates) (?:for|in|to) (?:our|the) (?:codebase|infrastructure|tooling)/u,
      /(?:fix|correct)(?:e?[sd])? (?:the |an? )?(?:code|tests?|(?:class|file|function|method|variable) names?|error messages?)/u,
      /assorted (?:clean-?ups|fixes|tweaks)(?: (?:and|&) \w+)?/u,
      /internal changes?|issues? (?:and|&) prs?|style (?:changes?|fix(?:es)?|updates?)|fix(?:e[sd])? types?/u,
      /initial commit|init|first commit|checkpoint|save|saving|oops|more|done|nit|nits/u,
      /(?:minor |small |some )*fix(?:es)? before (?:v?[\d.]+|.*release|.*version)|master|main|develop/u,
      /clean-?ups? and (?:updated?s?|fix(?:es)?|refactor\w*)/u,
      /untitled change|(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|issue|for|see)? ?\\?#?\d+|ok|final/u,
      /try(?:ing)? (?:again|it|that|this)|again|hmm|yolo|progress|follow-?ups?(?: (?:to|for|on|of) .*)?|translate[ds]?/u,
      // A backport says what it brings only in another branch.
      /back-?port(?:s|ed)?(?: (?:of )?(?:pr )?#\d+(?:(?:,| and|, and)? #\d+)*)?(?: (?:to|for|from|into|on|onto|in) .*)?/u,
      /fix(?:es|ed)? (?:for|in|of|on|to)(?: #\d+| (?:bug|issue|pr)(?: #?\d+)?)?/u,
      /(?:apply|cherry-?pick|port)(?:s|ed)? #\d+ (?:commits? )?(?:in|on|to) .*/u,
      // "Fix the build" of an unknown platform, "Fix issue https://..."
      /fix(?:e[sd])? (?:the )?(?:build|compilation)(?: (?:issues?|errors?|failures?|warnings?))?/u,
      /(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?) (?:(?:the|this|an?) )?(?:issue |bug |ticket )?https?:\/\/\S+/u,
      /translations?|new logo|(?:copyright )?year 20\d\d|work in progress|in progress|asdf\w*|\w/u,
      /update (?:files?|code|index|main|app)[\w. ]{0,12}/u,
      /(?:create|update|rename|delete) [\w.-]+\.\w{1,5}|[^\p{L}\p{N}]*/u,
    ],
    /[.!]*$/u,
  ),
  /^wip\b|^(?:fixup|squash|amend)! |^why (?:did|do|does|is|are|was|would)\b/u,
  /^(?:you had|one of these|correction to previous)\b|\b(?:dumb|stupid|wtf|lol|ugh)\b/u,
  /\bI(?:'ll| will|'m| am| quit)\b/u,
])

/** Titles that name a thing of a product only if their author declares a feature: "feat: add notes". */
export const vagueUntyped = /^(?:add(?:s|ed)? )?(?:more )?notes?$/i

export const substanceWords = between(
  'i',
  /\b(?:re-?writ(?:e|es|ten)|rework|overhaul|redesign|re-?architect|migrat\w+|replac(?:e|es|ed|ing)|port)\b.*\b/,
  [
    /engine|core/,
    /(?:storage|data|database|network|transport|persistence) layer/,
    /architecture|subsystem|runtime|backend|parser|renderer|compiler|from scratch/,
  ],
  /\b|\bfrom scratch\b/,
)

/** Tests worth listing: a new kind of tests, named in the title. */
export const newTestSuite =
  /^(?:add|introduce|create|set up)s? (?:an? )?(?:new )?(?:end-to-end|e2e|fuzz(?:ing)?|property-based|chaos|load)[ -](?:tests?[ -])?(?:suite|harness|framework)\b/i

/** Documentation worth listing: a new guide, named in the title. */
export const newGuide =
  /^(?:add|write|publish|create|introduce)s?d? (?:an? |the )?(?:new )?(?:self-hosting|migration|upgrade|upgrading|deployment|getting[- ]started) (?:guide|docs|documentation|handbook)\b/i

/** Signs of a detail, which cancel the words above. */
export const detailWords = pattern('detailWords')

export const smallDocumentation = anyOf('i', [
  /^(?:update|fix|tweak|edit|improve|polish|touch up|clean up|format|correct|refresh|adjust)(?:e?s|ed|d)?\b.*\b(?:readme(?:\.md)?|docs?|documentation|comments?|docstrings?|jsdoc|links?|badges?|contributors?|license|headings?|examples?)$/,
  /\bbadges?\b|\bcontributors? list\b/,
])

export const dependencyUpdate = pattern('dependencyUpdate')

/** Words that name a fault, and words for the quality of something faulty, in the noun that a title is. */
export const faultNouns = pattern('faultNouns')
export const faultQualities = pattern('faultQualities')

/** Last words of titles that name something added. */
export const thingNouns = pattern('thingNouns')

/** Vulnerabilities as descriptions name them. */
export const securityBody = pattern('securityBody')
