// What titles say, as tables. Patterns are tried on a title without its conventional prefix.

/** Security beyond doubt, whoever says it and wherever. */
export const securityTerms =
  /\bCVE-\d{4}-\d+|\bDNS rebinding|\b(?:missing|fix(?:es|ed)?|add|adds|enforce|enforces) .{0,20}\b(?:permission|authorization|access control|ownership) checks?\b|\benforces? .{0,24}\bownership\b|\bGHSA(?:-\w{4}){3}|\[SECURITY\]|\bvulnerab|\bexploit|\b(?:XSS|CSRF|SSRF|XXE|RCE|ReDoS)\b|\bcross-site|\b(?:SQL|command|code|header|prompt|HTML|template) injection|\bprivilege escalation|\b(?:path|directory) traversal\b(?! (?:time|speed|performance|order|code|logic|api|helper))(?<!(?:improve|faster|parallel|speed up|optimize)s? (?:path|directory) traversal)|\bprototype pollution|\bopen redirect|\bclickjacking|\bsession (?:fixation|hijack\w*|riding)|\breplay attacks?\b|\bbrute[- ]?forc(?:e|ing) (?:attack|attempt|login|sign-?in|password|guess|protection)|\baccount takeover|\bcredential stuffing|\brequest smuggling|\bresponse splitting|\bcache poisoning|\btab-?nabbing|\b(?:user|account|username|email) enumeration|\bman-in-the-middle|\bsandbox escape|\bzip (?:slip|bombs?)\b|\b(?:unsafe|insecure) deseriali[sz]ation|\bdenial[- ]of[- ]service|\btiming attack|\bconstant[- ]time|\bremote code execution|\bsecurity (?:fix|patch|hole|issue|bug|flaw|advisor|update|release|header|hardening|vulnerab)|\b(?:auth\w*|permission|access(?: control)?|signature) bypass|\bbypass(?:es|ed|ing)? (?:of )?(?:auth|permission|access|signature)|\bleak\w* (?:of )?(?:\w+ )?(?:tokens?|secrets?|credentials?|passwords?|keys?)\b|\b(?:tokens?|secrets?|credentials?|passwords?) leak|\bforged\b|\bspoof|\bredact\w* .*\b(?:secrets?|tokens?|passwords?|credentials?|sensitive|headers?|authorization)|\b(?:mask|hide|sanitize)s? .*\b(?:secrets?|tokens?|passwords?|credentials?)\b/i

/** Security when nothing says that only a page or a text of that name is meant. */
export const securityWords =
  /\bharden(?:s|ed|ing)?\b|\bsecurity\b(?! (?:page|tab|settings|section|screen|menu|warning|notice|model|review|considerations?|note|audits?|problems?|scan\w*|docs?|documentation|policy|guide|team|contact|badge|questions?|label|entry|entries|words?|categor\w+|highlights?))/i

/** Security as a word that is read or shown: "Show security fixes first" makes nothing safer. */
export const securityAsObject =
  /^((?:read|parse|show|display|explain|detect|classify|recogni[sz]e|list|label|rank|count|sort|order|group|name|summari[sz]e|describe|announce|print|render|mention)(?:e?s|ed|ing)? (?:(?!for|to|in|with|by|against|under)[\w'-]+,? ){0,4})security\b/i

export const reliabilityWords =
  /\bcrash|\bhang(?:s|ing)?\b|\bhung\b|\bfreez|\bfroze|\bdeadlock|\brac(?:e|es|ing)\b(?! track)|\bleak|\bdata loss|\bloss of\b|\blos(?:e|es|t|ing)\b|\bcorrupt|\btime[- ]?outs?\b|\btimed out|\bretr(?:y|ies|ied)\b|\bpanic|\binfinite|\bout of memory|\bOOM\b|\bstuck\b|\bnull pointer|\bundefined is not|\bexceptions?\b|\bunhandled|\buncaught|\boutage|\brecover|\breconnect|\brestart|\bfail(?:s|ed|ing|ure|ures)?\b|\bduplicat|\btwice\b|\bregression|\bstall|\bdrop(?:s|ped|ping)? (?:connections?|messages?|events?|requests?|jobs?)|\brefus(?:e|es|ed) to start|\bsegfault|\boverflow/i

export const fixWords =
  /\b(?:fix(?:es|ed|ing|up)?|bugfix)\b|\bbugs?\b|\bcrash|\bregression|\bbroken\b|\bdeadlock|\brace condition|\b(?:memory|resource|descriptor|goroutine|handle) leak|\bleak(?:s|ed|ing)?\b|\bincorrect|\bwrong(?:ly)?\b|\bno longer\b|\bpanic|\bsegfault|\bfail(?:s|ed|ing)? (?:to|when|on|if)\b|\bdoes(?:n't| not)\b|\bnot (?:working|being|respected|shown|applied)\b|^(?:repair|adjust|align|exclude|return|pass|apply|keep|omit|hide|propagate|reload|trim|widen|match|clear|cancel|undo|refresh|unescape|requote|release|resolve|prevent|avoid|correct|correctly|properly|restore|stop|don't|do not|ensure|make sure|guard|recover|tolerate|survive|workaround|work around|hotfix|unbreak|honou?r|respect|preserve|persist|reject|escape|sanitize|validate|handle|retry|normalize|strip|clamp|always|never|only|disallow|ignore|skip|wait|account for|treat|revert|reset|close|flush|release)(?:s|es|ed|ing)?\b/i

export const featureWords =
  /^(?:show|display|print|list|explain|notify|alert|remind|prefer|color|colour|add|allow|enable|introduce|implement|support|create|expose|provide|let|accept|offer|new|launch|extend|improve|enhance|export|make it possible|permit|deprecate|document public|highlight|autodetect|auto-detect|localize|translate|redesign|revamp|configure|customize|warn|port|publish|initial)(?:s|es|ed|d|ing)?\b|\bsupport for\b|^initial (?!commit)|\bsupport$/i

/** Additions that mend: "Add missing ...", "Add a lock to avoid ...". */
export const mendingWords =
  /^fix|^(?:add|adds|added|use|set|include|make|move|pass|change|update|bump) .*\b(?:to|which|that) (?:avoid|prevent|fix|stop|work around|silence|mitigate|not|never)\b|^(?:add|adds|added|include|handle|restore) (?:back )?(?:the |a |some )?missing\b|^(?:add|adds|added) (?:a |the )?(?:nil|null|undefined|bounds?|sanity|safety|guard)[ -]?(?:check|guard)?\b|^(?:re-?add|bring back|put back)\b|\b(?:again|properly|correctly)$|\bwork-?around\b|\binstead of (?:crash|fail|throw|panic|hang|ignor|return|leak|los)ing?\w*/i

export const noveltyWords =
  /^(?:add|allow|enable|introduce|implement|support|create|provide|let|offer|new|launch)(?:s|es|ed|d)?\b|\bsupport for\b/i

export const performanceWords =
  /\bspeed(?:s|ed|ing)? ?up|\bfaster\b|\bperformance\b|\boptimi[sz]|\b(?:reduc|lower|improv|cut|better|less)\w* .*\blatency\b|\blower latency\b|\bthroughput\b|\bmemory (?:usage|footprint|consumption|overhead)|\bN\+1\b|\bslow(?:ness|er)?\b|\bquicker\b|\bspeedup\b|^cache\b|\blazy[- ]load|\b(?:less|fewer|unnecessary|needless|redundant|extra|avoid|reduc\w+|without|skip) (?:\w+ )?(?:memory|allocations?|allocating|queries|round[- ]trips|copies|copying|clones?|syscalls?|lookups?|re-?renders?)\b|\b(?:bundle|binary) size\b|\bsmoother\b/i

/** Sooner by another way of working: "in half the time", "in one commit", "build queries once". */
export const soonerWords =
  /\bin (?:half|a third|a quarter|a tenth|a fraction) (?:of )?the time\b|\b(?:in|with) (?:one|fewer|a single) (?:commit|write|quer|round[- ]?trip|transaction|wait|statement|batch|pass\b|read\b)|^(?:work out|compute|calculate|build|prepare|compile|parse|evaluate) .*\bonce\b|\bbuilt once\b|^(?:start|load|boot|open)\w* sooner\b|\bwithout (?:a timer|polling)\b|\bat (?:its|their) first use\b|^load .* when (?:\w+ ){1,3}(?:asks?|needs?)\b|^(?:read|load|make|compile) .* when there is (?:one|something)\b|\bidle\b.* (?:once|less|fewer)\b/i

export const packagingWords =
  /\bdocker(?:file)?\b|\b(?:container|docker|base|build|release|multi-arch) images?\b|\bpublish (?:\w+ )?images?\b|\bkubernetes\b|\bk8s\b|\bhelm\b|\bterraform\b|\bansible\b|\bdeploy(?:s|ed|ing|ment|ments)?\b|\b(?:release )?binar(?:y|ies)\b|\bwheels?\b|\b(?:arm64|aarch64|riscv64|musl|x86_64|ppc64le)\b|\bhomebrew\b|\bwinget\b|\bflatpak\b|\bsnap\b|\b(?:deb|rpm|apk|nix|npm|pip|brew|conda) packages?\b|\bpackaging\b|\binstaller\b|\bprovenance\b|\bsigned (?:releases|artifacts|binaries)\b/i

export const internalWords =
  /\brefactor|^moved\b|\bcommented[- ]out\b|^renam(?:e|es|ed|ing)\b|\bclean[- ]?ups?\b|\bclean up\b|\btidy\b|\brestructur|\breorgani[sz]|^extract\b|^inline\b|^simplif|\bunused\b|\bdead code\b|^(?:move|split|rewrite|rework|replace|port|migrate|consolidate|dedupe|deduplicate|unify|modernize|use|switch|convert|bump|regenerate|re-?generate|update|upgrade|sync|pin|unpin|vendor|annotate|polish|nit|tweak|group|reorder|sort|absorb|merge|promote|share|reuse|factor|generali[sz]e|isolate|decouple|delete|tighten|align|hoist|introduce (?:a )?(?:helper|utility|internal)|add (?:\w+ )?(?:helper|internal|private|assert|comment|log)|make [\w.]+ (?:private|internal|readonly|const|static|immutable))(?:s|d|ed|ing)?\b|\bhousekeeping\b|\btype (?:annotations?|hints?)\b|\btypings?\b|\bTODOs?\b|\bbaseline\b|\bcodegen\b|\bboilerplate\b|\bworkspace\b|\brepo(?:sitory)? (?:setup|structure|layout)\b|\b(?:new|next) (?:development |dev )?cycle\b|\bbackport (?:guide|script)/i

/** Where code stands, beyond doubt: "Give X files of their own", "Write X once", "Call X `y()`". */
export const structureWords =
  /\b(?:files?|folders?|houses?|modules?|director(?:y|ies)|class(?:es)?) of (?:its|their|the same|every)\b|\bin a feature of (?:its|their) own\b|\bof our own$|\bin one place each\b|\bas the (?:\w+ )?files that they are\b|\bits only (?:users?|callers?|consumers?)$|\b(?:merge|split|join) (?:the )?(?:small|tiny|large|big|long) files\b|\bby plain functions\b|^call .{3,60} \w{3,}\(\)(?=,|$)|^(?:write|spell|state|define|declare) (?:the |a |an )?(?:code|loop|rules?|logic|types?|queries|query|sql|helper|check)\b.*\bonce\b|^keep (?:the )?parts\b|\b(?:code|source|house|module|dependency)(?:'s)? (?:map|layout|structure)\b/i

/** Where code stands, if many places are touched for it: readers may find things "in one place" too. */
export const gatheringWords =
  /^(?:make|keep|write|put|define|state|count|spell|decide|gather|declare|read)\b.*\b(?:in|at) (?:exactly |just )?one place\b|\b(?:in|into) one (?:file|folder|module|table)\b|^keep .* as (?:the )?(?:[\w-]+ )?(?:modules|keys|records)\b/i

/** Trying and measuring, if tests are touched for it. */
export const tryingWords =
  /^(?:try|exercise|drive|kill|hold that|prove|benchmark|measure)\b|^check (?:the )?(?:readme|examples?|docs|documentation)\b|\bafter tests\b|\bwhere tests can\b/i

export const breakingWords =
  /^(?!revert).*(?:\bbreaking[- ]changes?\b|^breaking\b|\bbackwards?[- ]incompatible\b|\bBC[- ]break\b)/i

/** The end of something that users may stand on. */
export const endOfSupport =
  /^(?!.*\b(?:in favou?r of|usages?|uses? of|calls?)\b)(?:^(?:drop|remove|end|discontinue|cease|stop)(?:s|ped|d|ed|ping|ing)? (?:the )?(?:[\w.'`/-]+ ){0,4}support\b|^(?:drop|stop supporting|no longer support|remove)(?:s|ped|d)? (?:(?:support for )?(?:the )?(?:node(?:\.?js)?|bun|deno|python|py|ruby|go|golang|rust|php|java|jdk|\.net|windows|macos|ios|android|internet explorer|ie|react|vue|angular|rails|django|typescript|postgres\w*|mysql)\b)|^(?:drop|remove)(?:s|ped|d)? (?:all |the |some |long[- ])*deprecat(?:ed|ions?)\b|^(?:require|now requires?|bump|raise|increase|set|update|upgrade)s?d? (?:the )?(?:at least |minimum |min |minimal |required |supported )*(?:node(?:\.?js)?|bun|deno|python|ruby|go|golang|rust|php|java|jdk|\.net|msrv|rust version|typescript|macos|ios|react|vue|rails|django)(?: version)? ?(?:version |to |>=? ?)*v?\d|\bminimum (?:supported |required )?(?:[\w.]+ )?version\b|^remove(?:s|d)? deprecated\b|`[^`]+`.*\b(?:has|have|is|are|was|were) (?:now |also )*(?:been )?(?:removed|dropped)\b)/i

/** Shapes of a title that take something from users when it names something that they use. */
export const breakingShape =
  /^(?:remove|drop|delete|rename|require|disallow|forbid|unexport|retire|kill)(?:s|d|ped|ing)?\b|^(?:stop|no longer) (?:export|support|accept|allow)|^make .*\b(?:required|mandatory|private)\b|^replace .* with\b/i

/** Another default, whatever it is of. */
export const otherDefault =
  /^chang(?:e|es|ed) .*\bdefaults?\b|^(?:disable|enable)s?d? .*\bby default\b|^make .*\bdefault to\b|^default(?:s)? .* to\b/i

/** Something that users type: a code span, an option, a call, a dotted or camel-cased name, a variable. */
export const namedThing =
  /`[^`]+`(?! (?:field|variable|helper|class|module|dependency|package))|(?:^|\s)--?[a-z][\w-]+|\b[a-z]\w*\(\)|\b[a-z]\w*\.[a-z]\w+\b(?!\.(?:json|ts|js|py|go|rs|md|yml|yaml|toml))(?<!\.(?:json|jsonc|tsx?|m?js|jsx|py|go|rs|rb|md|ya?ml|toml|css|html|lock|php|java|sh))|\b(?:option|flag|command|endpoint|parameter|argument|API|setting|env(?:ironment)? var\w*)\b/

/** Removals that nobody misses. */
export const harmlessRemoval =
  /\b(?:throwaway|meaningless|initiali[sz]er|entries|strings?|translations?|submodules?|codegen|unused|unnecessary|redundant|dead|obsolete|duplicated?|needless|superfluous|stale|leftover|extra|unneeded|useless|accidental|stray|temporary|internal|private|workarounds?|hacks?|todos?|comments?|imports?|logs?|logging|console|warnings?|files?|dependency|dependencies|deps|polyfills?|whitespace|lint|tests?|code ?paths?|specific code|mentions?|references?|usages?|uses? of|calls? to|helper|hardcoded|flak\w+|from (?:docs|readme)|limit(?:ation)?s?|restrictions?|requirement|experimental flag|TODO)\b|^replace\b.*\b(?:usage|calls|internals?)\b/i

/** Work on a subject that the verb of its title does not tell: "Fix flaky tests" fixes nothing for anybody else. */
export const topics = [
  {
    nature: 'translation',
    pattern:
      /\b(?:crowdin|weblate|transifex|lokalise)\b|^(?:update|sync|pull|import|refresh) (?:\w+ )?translations?\b/i,
  },
  {
    nature: 'testing',
    pattern:
      /\b(?:unit|acceptance|integration|functional|smoke|e2e|end-to-end|flaky|failing|snapshot|regression|property|smoke)[- ]tests?\b|\btests? (?:for|of|suite|coverage|fixtures?|helpers?|data)\b|^(?:add|fix|update|improve|write|remove|extend|skip|more|refactor|clean up)(?:s|es|d|ed)? (?:[\w-]+ ){0,3}(?:tests?|specs?)$|\btest coverage\b|^hold (?:[^:]{1,80} )?to (?:a )?tests?\b|\bpage tests?\b|\b(?:end-to-end|e2e|test) suite\b|^tests?$|^(?:add|more|extra|missing|new)(?:s|ed)? (?:[\w`./-]+ ){0,4}(?:unit |integration |acceptance |regression |e2e )?tests?\b|^(?:test|tests):? |\btest (?:cases?|flak\w*|failures?|timeouts?|runner|harness|infra\w*|utils?|utilities|setup|matrix)\b|^(?:fix|skip|disable|enable|stabili[sz]e|deflake|speed up|improve|update|move|convert|migrate|rewrite|refactor|split)(?:s|es|ed|d)? .{0,40}\b(?:tests|specs|snapshots|test)$|\bsnapshots?$|\bcoverage\b|\bfixtures?\b|\b(?:flaky|flakiness|deflake)\b|\bbenchmarks?\b/i,
  },
  {
    nature: 'documentation',
    pattern:
      /\b(?:docs|documentation|readmes?(?:\.md)?|docstrings?|jsdoc|javadoc|godoc|rustdoc|contributing(?:\.md| guide\w*)?|code comments?|doc comments?|code of conduct|security policy|sponsors?|contributors|backers|faq|man ?page|changelogs?|release notes|license|copyright|tutorials?|agents\.md|claude\.md|issue templates?|pr template)\b|^(?:document|explain)s?\b|\bchangelog (?:entry|entries|file)\b|^(?:add|write|update|fix|improve)s? (?:[\w-]+ ){0,4}(?:guide|tutorial|howto)$|\btypos? in (?:the )?(?:comments?|guide|tutorial|contributing|license)/i,
  },
  {
    nature: 'ci',
    pattern:
      /\bCI\b|\bCI\/CD\b|\bgithub[- ]actions?\b|\bactions\/\w+|\bGHA\b|\b(?:to|in|from|of) (?:the )?(?:\w+ )?workflows?$|\b(?:dependabot|renovate|zizmor|codeql|sonar\w*|appveyor|coveralls|netlify preview|goreleaser|release-please)\b|\b(?:self-hosted|windows|macos|linux|ubuntu)[\w-]* runners?\b|\bnightly (?:build|job)|\b(?:auto[- ]?)?release (?:process|script|pipeline|automation|tooling|job|checklist)\b|\bgithub workflows?\b|\b(?:ci|release|build|test|lint) workflow\b|\bgitlab-ci\b|\bcircleci\b|\btravis\b|^fix(?:es|ed)? (?:the )?(?:build|pipeline|compile|compilation|workflow|CI)(?: errors?| failures?)?$|\bcodecov\b|\bpre-?commit hooks?\b/i,
  },
  {
    nature: 'style',
    pattern:
      /\blint(?:er|ing)? (?:errors?|warnings?|issues?|failures?|fix(?:es)?|rules? violations?|config\w*)\b|^(?:fix(?:es|ed)? )?(?:lint(?:er|ing)?|formatting|whitespace|indentation|style|eslint|prettier)$|\b(?:run|apply) (?:prettier|eslint|biome|gofmt|rustfmt|black|ruff|clang-format)\b|\bformat (?:the )?(?:code|files?|sources?)\b|\btrailing whitespaces?\b|^(?:fix |add |remove )?(?:CS|cs fix\w*|code style|coding standards?|clippy|golint|gofmt|goimports|rustfmt|rubocop|flake8|mypy|pyright|phpstan|psalm|eslint|prettier|biome|ruff|black|isort|lint\w*|type ?check\w*|spell ?check\w*)(?: (?:errors?|warnings?|issues?|complaints?|fix(?:es)?|findings?|run|violations?))*$|\b(?:clippy|golint|golangci-lint|staticcheck|vet|eslint|mypy|pyright|phpstan|psalm|compiler|deprecation|ruff|codespell|linter|lint) (?:errors?|warnings?|issues?|complaints?|fix(?:es)?|findings?|rules?|lints?)\b|^(?:auto)?format\b|\bautoformat|\[pre-commit\.ci\]|\bautofix\b|\bcodemod\b|\bcoding style\b|\bidiomatic\b|^make (?:less|lint|fmt|format)$|\bcodespell\b|\b(?:golangci-lint|staticcheck|clippy|eslint|ruff|lint\w*)\b.* (?:findings|complaints|warnings|errors|violations|suggestions|fixes)\b|\bautomated (?:changes|fixes|code)\b|^apply (?:clippy|lint\w*|eslint|rubocop|ruff)\b|^reformat\b|\bcode style\b|\bas (?:the|its|our) (?:formatter|linter)\b/i,
  },
] as const

export const wordingWords =
  /\btypos?\b|^fix (?:the |a |wrong |outdated )?(?:\w+ )?comments?\b|\b(?:issues?|mistakes?|errors?|names?|examples?) in (?:the |some |a |doc )?comments?\b|(?<!review )\b(?:code|doc|inline) comments?$|\bdocumented (?:time|default|type|value|name)|duplicated? ['"](?:the|a|an)\b|\b(?:wording|grammar|punctuation|misspellings?)\b|\bmisspelled (?:word|comment|variable|name|identifier)|\bspelling (?:mistakes?|errors?|fix(?:es)?|in)\b|^(?:fix(?:es|ed)? )?spelling\b|^re(?:word|phrase)s?\b|\bcopy (?:tweaks?|edits?|changes?)\b|\b(?:broken|dead) links?\b/i

export const vagueTitle =
  /^(?:wip|tmp|temp|test|tests|testing|update|updates|updated|change|changes|changed|misc|miscellaneous|stuff|things|fix|fixes|fixed|bug|bugs|bug ?fix(?:es)?|(?:fix |some |more |various |several |a few |misc |minor |small |tiny |little |quick |ui |ux |code |general |assorted )*(?:bugs|polish|cleanups?|bug ?fix(?:es)?|fix(?:es)?|changes|updates|tweaks|improvements?|adjustments|corrections|refinements|edits|things|stuff|issues|errors?|warnings)|minor|minor (?:fix|change|update|tweak)|cleanup|clean up|polish|review|(?:address|apply|pr|code|fix)? ?(?:review |pr |code review )*(?:comments?|feedback|suggestions?|review)(?: from code review)?|initial commit|init|first commit|checkpoint|save|saving|oops|more|done|nit|nits|untitled change|(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|issue|for|see)? ?\\?#?\d+|ok|final|try again|again|hmm|yolo|progress|work in progress|in progress|asdf\w*|\w|update (?:files?|code|index|main|app)[\w. ]{0,12}|(?:create|update|rename|delete) [\w.-]+\.\w{1,5}|[^\p{L}\p{N}]*)[.!]*$|^wip\b|^(?:fixup|squash|amend)! /iu

export const substanceWords =
  /\b(?:re-?writ(?:e|es|ten)|rework|overhaul|redesign|re-?architect|migrat\w+|replac(?:e|es|ed|ing)|port)\b.*\b(?:engine|core|(?:storage|data|database|network|transport|persistence) layer|architecture|subsystem|runtime|backend|parser|renderer|compiler|from scratch)\b|\bfrom scratch\b/i

/** Tests worth telling: a new kind of them, by name. */
export const newTestSuite =
  /^(?:add|introduce|create|set up)s? (?:an? )?(?:new )?(?:end-to-end|e2e|fuzz(?:ing)?|property-based|chaos|load)[ -](?:tests?[ -])?(?:suite|harness|framework)\b/i

/** Documentation worth telling: a guide of its own, by name. */
export const newGuide =
  /^(?:add|write|publish|create|introduce)s?d? (?:an? |the )?(?:new )?(?:self-hosting|migration|upgrade|upgrading|deployment|getting[- ]started) (?:guide|docs|documentation|handbook)\b/i

/** Signs of a detail, which take the weight from the words above. */

export const detailWords =
  /\bunused\b|\bdead code\b|\bimports?\b|\bvariables?\b|\bconst(?:ants?)?\b|\bwhitespace\b|\bnits?\b|\bnaming\b|\blog (?:line|statement|message)s?\b|\bminor\b|\bsmall\b|\btweaks?\b|\btooltips?\b|\bicons?\b|\blabels?\b|\bplaceholders?\b|\bpadding\b|\bmargins?\b|\bcolou?rs?\b|\bfavicon\b|\bhelpers?\b|\baliases?\b|\balias\b|\blogging\b|\bbadges?\b|\bcomments?\b/i

export const smallDocumentation =
  /^(?:update|fix|tweak|edit|improve|polish|touch up|clean up|format|correct|refresh|adjust)(?:e?s|ed|d)?\b.*\b(?:readme(?:\.md)?|docs?|documentation|comments?|docstrings?|jsdoc|links?|badges?|contributors?|license|headings?|examples?)$|\bbadges?\b|\bcontributors? list\b/i

export const dependencyUpdate =
  /^(?:bump|update|upgrade)s? (?:dependency )?@?[\w./-]+ (?:(?:requirement )?from \S+ )?to (?:v?\d+\.\d[\w.+-]*|v\d+|[0-9a-f]{7,40})(?: .*)?$|^bump \S+ from \S+ to \S+|^(?:bump|update|upgrade|refresh|pin)(?:s|ed|d)? (?:all |the |some |our |npm |go |cargo |rust |python |gradle |(?:non-)?major |minor |patch |dev |direct |transitive |yarn |pnpm |workspace )*(?:dependenc(?:y|ies)|deps|lock ?files?|packages|modules|crates|gems|requirements|submodules?)\b|^(?:\w+ )?dependenc(?:y|ies) (?:updates?|upgrades?|bumps?)\b|\block ?file maintenance\b|^bump the .+ group\b|^(?:bump|update) [\w@./ -]{2,60} (?:dependency|dependencies|action|actions|submodule|crate|gem)\b|^replace dependency\b|^(?:bump|upgrade) (?:to )?[\w@./-]+(?: to)? v?\d[\w.]*$|^update [\w-]+ digest to\b|^pre-commit autoupdate\b|^(?:go mod|cargo|npm|yarn|composer|bundle) (?:tidy|update|audit fix)\b|^update (?:ruff|black|mypy|eslint|prettier|biome|vite|vitest|webpack|typescript|sphinx)\b/i

/** Weaknesses as descriptions tell of them. */
export const securityBody =
  /\bsecurity (?:issue|vulnerability|hole|risk|problem|bug|advisory|implication)|\bvulnerab|\b(?:un)?authori[sz]ation (?:check|bypass)|\bbypass(?:es|ed|ing)? (?:the )?(?:\w+ )?(?:auth\w*|permission|access|acl|policy|filter|sandbox|allowlist|validation)|\b(?:header|sql|command|code|html|script|crlf|template|argument|prompt) injection|\battacker|\bmalicious(?:ly)?\b|\bexploit|\bprivilege|\bimpersonat|\bcross-site|\bCSRF\b|\bXSS\b|\bSSRF\b|\b(?:path|directory) traversal/i
