// What titles say, as tables. Patterns are tried on a title without its conventional prefix.

/** Security beyond doubt, whoever says it and wherever. */
export const securityTerms =
  /\bCVE-\d{4}-\d+|\bGHSA(?:-\w{4}){3}|\[SECURITY\]|\bvulnerab|\bexploit|\b(?:XSS|CSRF|SSRF|XXE|RCE|ReDoS)\b|\bcross-site|\b(?:SQL|command|code|header|prompt|HTML|template) injection|\bprivilege escalation|\b(?:path|directory) traversal|\bprototype pollution|\bopen redirect|\bclickjacking|\bdenial[- ]of[- ]service|\btiming attack|\bconstant[- ]time|\bremote code execution|\bsecurity (?:fix|patch|hole|issue|bug|flaw|advisor|update|release|header|hardening|vulnerab)|\b(?:auth\w*|permission|access(?: control)?|signature) bypass|\bbypass(?:es|ed|ing)? (?:of )?(?:auth|permission|access|signature)|\bleak\w* (?:of )?(?:\w+ )?(?:tokens?|secrets?|credentials?|passwords?|keys?)\b|\b(?:tokens?|secrets?|credentials?|passwords?) leak|\bforged\b|\bspoof/i

/** Security when nothing says that only a page or a text of that name is meant. */
export const securityWords =
  /\bharden(?:s|ed|ing)?\b|\bsecurity\b(?! (?:page|tab|settings|section|screen|menu|docs?|documentation|policy|guide|team|contact|badge|questions?|label))/i

export const reliabilityWords =
  /\bcrash|\bhang(?:s|ing)?\b|\bhung\b|\bfreez|\bfroze|\bdeadlock|\brac(?:e|es|ing)\b(?! track)|\bleak|\bdata loss|\bloss of\b|\blos(?:e|es|t|ing)\b|\bcorrupt|\btime[- ]?outs?\b|\btimed out|\bretr(?:y|ies|ied)\b|\bpanic|\binfinite|\bout of memory|\bOOM\b|\bstuck\b|\bnull pointer|\bundefined is not|\bexceptions?\b|\bunhandled|\buncaught|\boutage|\brecover|\breconnect|\brestart|\bfail(?:s|ed|ing|ure|ures)?\b|\bduplicat|\btwice\b|\bregression|\bstall|\bdrop(?:s|ped|ping)? (?:connections?|messages?|events?|requests?|jobs?)|\brefus(?:e|es|ed) to start|\bsegfault|\boverflow/i

export const fixWords =
  /\bfix(?:es|ed|ing)?\b|\bbugs?\b|\bcrash|\bregression|\bbroken\b|\bdeadlock|\brace condition|\bmemory leak|\bincorrect|\bwrong(?:ly)?\b|\bno longer\b|^(?:repair|resolve|prevent|avoid|correct|handle|restore|stop|don't|do not|ensure|guard|recover|retry|tolerate|survive)(?:s|es|ed)?\b/i

export const featureWords =
  /^(?:add|allow|enable|introduce|implement|support|create|expose|provide|let|accept|offer|new|launch|show|extend|improve|enhance|display|include|make it possible)(?:s|es|ed|d)?\b|\bsupport for\b|^initial (?!commit)/i

export const noveltyWords =
  /^(?:add|allow|enable|introduce|implement|support|create|provide|let|offer|new|launch)(?:s|es|ed|d)?\b|\bsupport for\b/i

export const performanceWords =
  /\bspeed(?:s|ed|ing)? up|\bfaster\b|\bperformance\b|\boptimi[sz]|\blatency\b|\bthroughput\b|\bmemory (?:usage|footprint|consumption)|\bN\+1\b|\bslow(?:ness)?\b|\bquicker\b|\bspeedup\b|^cache\b|\blazy[- ]load|\b(?:less|fewer) (?:memory|allocations|queries|round trips)/i

export const infrastructureWords =
  /\bdocker(?:file)?\b|\bcontainer image|\bkubernetes\b|\bk8s\b|\bhelm\b|\bterraform\b|\bansible\b|\bdeploy(?:s|ed|ing|ment|ments)?\b|\bbuild (?:system|script|step|cache|image)|\btoolchain\b|\bpipelines?\b|\bbundler\b|\bpackaging\b/i

export const internalWords =
  /\brefactor|\brenam(?:e|es|ed|ing)\b|\bclean[- ]?up\b|\bclean up\b|\btidy\b|\brestructur|\breorgani[sz]|\bextract\b|\binline\b|\bsimplify\b|\bunused\b|\bdead code\b|^(?:move|split|remove|rewrite|rework|replace|port|migrate)(?:s|d)?\b|\bhousekeeping\b/i

export const breakingWords =
  /\bbreaking[- ]changes?\b|^(?:drop|remove|end)(?:s|ped|d|ed)? (?:the )?(?:\w+ )?support\b|^(?:drop|remove)(?:s|ped|d)? (?:the )?deprecated\b|\bbackwards?[- ]incompatible\b|^require(?:s|d)? (?:at least )?(?:node|bun|deno|python|ruby|go|rust|php|java|\.net)\b/i

/** Work on a subject that the verb of its title does not tell: "Fix flaky tests" fixes nothing for anybody else. */
export const topics = [
  {
    nature: 'testing',
    pattern:
      /\b(?:unit|integration|e2e|end-to-end|flaky|failing|snapshot|regression|property|smoke)[- ]tests?\b|\btests? (?:for|of|suite|coverage|fixtures?|helpers?|data)\b|^(?:add|fix|update|improve|write|remove|extend|skip|more|refactor|clean up)(?:s|es|d|ed)? (?:[\w-]+ ){0,3}(?:tests?|specs?)$|\btest coverage\b|\b(?:end-to-end|e2e|test) suite\b|^tests?$/i,
  },
  {
    nature: 'documentation',
    pattern:
      /\b(?:docs|documentation|readme|docstrings?|jsdoc|javadoc|contributing guide|code comments?|doc comments?)\b|^(?:document|explain)s?\b|\bchangelog (?:entry|entries|file)\b|^(?:add|write|update|fix|improve)s? (?:[\w-]+ ){0,4}(?:guide|tutorial|howto)$|\btypos? in (?:the )?(?:comments?|guide|tutorial|contributing|license)/i,
  },
  {
    nature: 'ci',
    pattern:
      /\bCI\b|\bgithub[- ]actions?\b|\bgithub workflows?\b|\b(?:ci|release|build|test|lint) workflow\b|\bgitlab-ci\b|\bcircleci\b|\btravis\b|^fix(?:es|ed)? (?:the )?(?:build|pipeline)$|\bcodecov\b|\bpre-?commit hooks?\b/i,
  },
  {
    nature: 'style',
    pattern:
      /\blint(?:er|ing)? (?:errors?|warnings?|issues?|failures?|fix(?:es)?|rules? violations?|config\w*)\b|^(?:fix(?:es|ed)? )?(?:lint(?:er|ing)?|formatting|whitespace|indentation|style|eslint|prettier)$|\b(?:run|apply) (?:prettier|eslint|biome|gofmt|rustfmt|black|ruff|clang-format)\b|\bformat (?:the )?(?:code|files?|sources?)\b|\btrailing whitespace\b|^reformat\b|\bcode style\b/i,
  },
] as const

export const wordingWords =
  /\btypos?\b|\b(?:wording|grammar|punctuation|misspell\w*)\b|\bspelling (?:mistakes?|errors?|fix(?:es)?|in)\b|^(?:fix(?:es|ed)? )?spelling\b|^re(?:word|phrase)s?\b|\bcopy (?:tweaks?|edits?|changes?)\b|\b(?:broken|dead) links?\b/i

/** Titles that say nothing. */
export const vagueTitle =
  /^(?:wip|tmp|temp|test|tests|testing|update|updates|updated|change|changes|changed|misc|stuff|fix|fixes|fixed|bug ?fix(?:es)?|minor|minor (?:fixes|changes|updates|tweaks)|small (?:fixes|changes|tweaks)|cleanup|clean up|review|(?:address|apply) (?:review |pr )?(?:comments|feedback|suggestions)(?: from code review)?|initial commit|init|first commit|checkpoint|save|oops|more|done|nit|nits|untitled change|[^\p{L}\p{N}]*)$|^wip\b|^(?:fixup|squash|amend)! /iu

/** Signs of substance in work that is otherwise left out. */
export const substanceWords =
  /\breplac(?:e|es|ed|ing)\b|\brewrit|\brework|\bredesign|\bmigrat|\bport(?:s|ed)? (?:\w+ )*to\b|\bswitch(?:es|ed)? (?:\w+ )*(?:to|from)\b|\bintroduc|\badopt|\bmodulari[sz]e|\bsplits? (?:[\w-]+ ){1,4}into\b|\binto (?:its|their) own\b|\brestructur|\breorgani[sz]|\boverhaul|\bfrom scratch\b|\b(?:entire|whole|complete(?:ly)?)\b|\barchitecture\b|\b(?:storage|data|database|network|transport|persistence) layer\b|\bsubsystem\b|\bsuite\b|\bend-to-end\b|\be2e\b|\bframework\b|\bharness\b|\bfuzz|\bproperty[- ](?:based|tests?)|\bchaos\b|\bbenchmark|\bload tests?\b|\bpublish|\bsign(?:ed|ing)\b|\breproducible\b|\bprovenance\b|\bself-host/i

/** Signs of a detail, which take the weight from the words above. */
export const detailWords =
  /\bunused\b|\bdead code\b|\bimports?\b|\bvariables?\b|\bconst(?:ants?)?\b|\bwhitespace\b|\bnits?\b|\bnaming\b|\blog (?:line|statement|message)s?\b|\bminor\b|\bsmall\b|\btweaks?\b|\btooltips?\b|\bicons?\b|\blabels?\b|\bplaceholders?\b|\bpadding\b|\bmargins?\b|\bcolou?rs?\b|\bfavicon\b|\bhelpers?\b|\baliases?\b|\balias\b|\blogging\b|\bbadges?\b|\bcomments?\b/i

export const smallDocumentation =
  /^(?:update|fix|tweak|edit|improve|polish|touch up|clean up|format|correct|refresh|adjust)(?:e?s|ed|d)?\b.*\b(?:readme(?:\.md)?|docs?|documentation|comments?|docstrings?|jsdoc|links?|badges?|contributors?|license|headings?|examples?)$|\bbadges?\b|\bcontributors? list\b/i
