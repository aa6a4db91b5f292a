import { anyOf, between } from '../text/pattern.ts'
/** The purpose of a file, from its path alone; `source` is everything else. */
export type PathKind =
  | 'notes'
  | 'ci'
  | 'agents'
  | 'testing'
  | 'documentation'
  | 'site'
  | 'example'
  | 'dependencies'
  | 'infrastructure'
  | 'tooling'
  | 'translation'
  | 'generated'
  | 'source'

const kinds: [PathKind, RegExp][] = [
  [
    'notes',
    anyOf('i', [
      between(
        '',
        /^(?!(?:.*\/)?(?:tests?|fixtures|testdata|snapshots|guides?)\/)(?:.*\/)?/,
        [/CHANGE(?:[-_ ]?LOGS?|S)|HISTORY|NEWS|RELEASES|RELEASE[-_]NOTES/],
        /(?:[-_.][\dvx.]+|[-_.](?:prerelease|next|unreleased|archive|old|en))?(?:\.(?:md|mdx|rst|txt|adoc|markdown|mkd|rdoc|textile|org))?$/,
      ),
      /^\.changeset\//,
      /(?:^|\/)(?:newsfragments|changelog\.d|changes\.d|news\.d|\.changes|\.chloggen|\.changelog)\//,
      /(?:^|\/)change(?:s|logs?)\/[^/]*\d[^/]*\.(?:\w+\.)?(?:md|rst|txt|ya?ml)$/,
      /(?:^|\/)changelogs?\/(?:unreleased|fragments)\//,
    ]),
  ],
  [
    'ci',
    anyOf('', [
      /^\.github\/(?:workflows|actions|scripts|dependabot\.yml|renovate)/,
      /^\.(?:gitlab-ci|travis|appveyor|cirrus|golangci|pre-commit-config|codecov|readthedocs)\.ya?ml$/,
      /^\.?codecov\.ya?ml$/,
      /^\.(?:azure[\w-]*|buildkite|ci|circleci|evergreen|forgejo|gitea|kokoro|pipelines?|teamcity|woodpecker)\//,
      /(?:^|\/)(?:Jenkinsfile|azure-pipelines\.yml|appveyor\.yml|renovate\.json5?)$/,
    ]),
  ],
  [
    'agents',
    /^(?:.*\/)?(?:AGENTS|CLAUDE|GEMINI|SKILL|CODEX)\.md$|^\.(?:claude|cursor|agents?|codex|windsurf|gemini|copilot|kiro)\/|(?:^|\/)(?:\.cursorrules|copilot-instructions\.md)$/i,
  ],
  [
    'testing',
    anyOf('', [
      between(
        '',
        /(?:^|\/)/,
        [
          /tests?|acceptance|__tests__|__snapshots__|__mocks__|__fixtures__|specs?|e2e|fixtures?/,
          /testdata|testing|test[-_]\w+|\w+[-_]tests?|cypress|benches|bench(?:marks?)?|fuzz/,
          // "IntegrationTests", "Acme.Tests"
          /(?:[\w.-]*[a-z.])?Tests?|(?:[\w.-]+\.)?Specs?/,
          /snapshots|(?!(?:latest|contest|attest|protest|fastest)\/)[a-z]{3,}tests?/,
        ],
        /\//,
      ),
      /[._-](?:test|tests|spec|bench|e2e|test-d|cy)\.\w+$|_(?:test|spec)\.\w+$/,
      /(?:^|\/)(?:test_\w+|conftest)\.py$/,
      /\w(?:Test|Tests|Spec|TestCase)\.(?:java|kt|php|cs|swift|scala|groovy)$/,
      /\.snap$/,
    ]),
  ],
  ['example', /(?:^|\/)(?:examples?|demos?|samples?|playgrounds?|templates-example|sandbox(?:es)?)\//i],
  [
    'site',
    /(?:^|\/)(?:website|www|site|homepage|landing|showcase|docs-site|gh-pages|blog|marketing)\/|(?:^|\/)apps\/(?:docs|www|web-docs|website|site)\//i,
  ],
  [
    'documentation',
    anyOf('i', [
      /(?:^|\/)(?:mkdocs\.ya?ml|docusaurus\.config\.\w+|book\.toml)$|(?:^|\/)(?:docs?|documentation|man|guides?)\/|\.(?:md|mdx|rst|adoc|markdown)$/,
      /(?:^|\/)(?:LICENSE|LICENCE|COPYING|AUTHORS|CODEOWNERS|CONTRIBUTORS|CITATION|NOTICE|FUNDING|README)(?:\.\w+)?$/,
      /^\.github\/(?:ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE|FUNDING|CODEOWNERS|images|assets|DISCUSSION)/,
    ]),
  ],
  // The code of a Gradle build.
  ['tooling', /^(?:buildSrc|build-logic)\//],
  [
    'dependencies',
    between(
      '',
      /(?:^|\/)/,
      [
        /package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml/,
        /pnpm-workspace\.yaml|bun\.lockb?|deno\.lock|go\.(?:mod|sum|work|work\.sum)|Cargo\.(?:toml|lock)/,
        /Gemfile(?:\.lock)?|[\w-]+\.gemspec|requirements[\w-]*\.(?:txt|in)|poetry\.lock|uv\.lock|pdm\.lock/,
        /Pipfile(?:\.lock)?|composer\.(?:json|lock)|flake\.lock|gradle\.lockfile|libs\.versions\.toml/,
        /\.gitmodules|gemfiles\/[^/]+|Appraisals|pubspec\.(?:yaml|lock)|mix\.(?:exs|lock)/,
        /pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|gradle-wrapper\.\w+/,
        /build\.sbt|[\w.-]+\.(?:csproj|fsproj|cabal)|Directory\.\w+\.props/,
      ],
      /$/,
    ),
  ],
  [
    'infrastructure',
    /(?:^|\/)(?:[\w.-]+\.)?Dockerfile(?:[.-][\w.-]+)?$|(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$|\.dockerignore$|^(?:deploy|infra|terraform|helm|k8s|charts?|ansible|docker|packaging|debian|snap|flatpak)\/|\.tf$|^\.goreleaser[\w.-]*$|(?:^|\/)flake\.nix$/,
  ],
  [
    'translation',
    /(?:^|\/)(?:locales?|lang|langs|i18n|l10n|translations?|_locales)\/|\.(?:po|pot|xlf|arb)$/i,
  ],
  [
    'generated',
    /^(?:dist|out|_build)\/|^packages\/[^/]+\/(?:dist|build|out)\/|(?:^|\/)(?:generated|__generated__|vendor|third_party|node_modules)\/|\.min\.(?:js|css)$|\.pb\.go$|_generated\.\w+$|\.gen\.\w+$/,
  ],
  [
    'tooling',
    between(
      '',
      /^(?:scripts?|tools?|hack|dev|\.appends|\.vscode|\.idea|\.husky|\.devcontainer|\.git-hooks|misc|etc|\.config|\.moon|\.yarn|\.zed)\/|(?:^|\/)/,
      [
        /Makefile(?:\.\w+)?|GNUmakefile|justfile|Taskfile\.ya?ml|Rakefile|tox\.ini|noxfile\.py|setup\.cfg|mypy\.ini/,
        /pytest\.ini|\.flake8|ruff\.toml|clippy\.toml|rustfmt\.toml|deny\.toml|phpunit\.xml(?:\.dist)?/,
        /phpstan[\w.-]*|biome\.jsonc?|turbo\.json|nx\.json|lerna\.json|tsconfig[\w.-]*\.json/,
        /(?:vite|vitest|jest|rollup|webpack|babel|eslint|prettier|playwright|tsup|commitlint)\.config\.\w+/,
        /\.(?:gitignore|gitattributes|git-blame-ignore-revs|editorconfig|prettierrc|prettierignore|clang-format|clang-tidy|codespellrc|eslintrc|eslintignore|npmrc|nvmrc|mailmap|tool-versions|node-version|ruby-version|python-version|rubocop)[\w.-]*/,
        /release-please-config\.json|\.release-please-manifest\.json|\.all-contributorsrc|cspell\.json/,
        /cliff\.toml|mise\.toml|\.envrc|shell\.nix/,
      ],
      /$/,
    ),
  ],
  ['tooling', /^(?:karma|protractor|stryker|wdio)\.conf\.[cm]?[jt]s$|^gcovr\.cfg$/],
  // Settings of other tools at the root: ".swiftformat", and parts of makefiles.
  ['tooling', /^\.[\w.-]+$|^(?:make\/)?[\w.-]+\.mk$/],
]

/** A JSON schema that a website serves to editors. */
const servedSchema = /^(?:website|site|docs?|www)\/(?!.*(?:tests?|fixtures|examples?)\/).*\bschema\.json$/

const known = new Map<string, PathKind>()
const maxKnown = 50_000

export function kindOfPath(path: string): PathKind {
  const seen = known.get(path)
  if (seen) return seen
  const kind = servedSchema.test(path)
    ? 'source'
    : (kinds.find(([, pattern]) => pattern.test(path))?.[0] ??
      (path.startsWith('.github/') ? 'ci' : 'source'))
  if (known.size > maxKnown) known.clear()
  known.set(path, kind)
  return kind
}

/** The only kind of all touched files, ignoring accompanying notes, lock files and tests; null without files. */
export function mainKindOf(paths: string[]): PathKind | null {
  const others = paths.filter((path) => !mixedManifest.test(path))
  const isAlone = others.every((path) => kindOfPath(path) === 'ci')
  const found = new Set((isAlone ? paths : others).map(kindOfPath))
  if (found.size === 0) return null
  for (const along of companions) if (found.size > 1) found.delete(along)
  return found.size === 1 ? ([...found][0] as PathKind) : found.has('source') ? 'source' : firstOf(found)
}

/** A manifest that also has the settings of tools, so that any work may touch it. */
const mixedManifest = /(?:^|\/)pyproject\.toml$/

// Files that usually accompany a change of another kind, the least significant first.
const companions: PathKind[] = [
  'notes',
  'agents',
  'generated',
  'dependencies',
  'tooling',
  'example',
  'testing',
  'documentation',
  'site',
  'translation',
]

function firstOf(found: Set<PathKind>): PathKind {
  return kinds.map(([kind]) => kind).findLast((kind) => found.has(kind)) ?? 'source'
}

/** The package of a monorepo that contains all shipped files: "core" for `packages/core/src/a.ts`. */
export function packageOf(paths: string[], folder?: string): string | null {
  const place = folder ? new RegExp(`^${RegExp.escape(folder.replace(/\/+$/, ''))}/([^/]+)/`) : packagePlace
  const sources = paths.filter((path) => kindOfPath(path) === 'source')
  const [first] = sources
  const name = first && place.exec(first)?.[1]
  return name && sources.every((path) => place.exec(path)?.[1] === name) ? name : null
}

const packagePlace =
  /^(?:packages|crates|plugins|integrations|libs|modules|apps|components)\/(?:@[^/]+\/|(?:integrations|language-tools|plugins|themes)\/)?([^/]+)\//
