type PathNature = 'documentation' | 'testing' | 'ci' | 'dependencies' | 'infrastructure'

const kinds: [PathNature, RegExp][] = [
  [
    'ci',
    /^\.github\/(?:workflows|actions)\/|^\.(?:gitlab-ci|travis|appveyor)\.yml$|^\.circleci\/|(?:^|\/)Jenkinsfile$/,
  ],
  [
    'testing',
    /(?:^|\/)(?:tests?|__tests__|__snapshots__|spec|e2e|fixtures)\/|[._-](?:test|spec)\.\w+$|_test\.go$|(?:^|\/)test_\w+\.py$/,
  ],
  ['documentation', /^docs?\/|\/docs\/|\.(?:md|mdx|rst|adoc)$|(?:^|\/)(?:LICENSE|AUTHORS|CODEOWNERS)$/i],
  [
    'dependencies',
    /(?:^|\/)(?:package\.json|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|Gemfile(?:\.lock)?|requirements[\w-]*\.txt|poetry\.lock|uv\.lock|composer\.(?:json|lock))$/,
  ],
  [
    'infrastructure',
    /(?:^|\/)(?:Dockerfile|docker-compose|compose)[\w.-]*$|\.dockerignore$|^(?:deploy|infra|terraform|helm|k8s|charts|ansible)\/|\.tf$|(?:^|\/)Makefile$/,
  ],
]

/** What the touched files are about, when all of them are about the same. */
export function natureOfPaths(paths: string[]): PathNature | null {
  const [first] = paths
  if (first === undefined) return null
  const [nature, pattern] = kinds.find(([, pattern]) => pattern.test(first)) ?? []
  return nature && pattern && paths.every((path) => pattern.test(path)) ? nature : null
}
