// Makes src/changelog/learned/weights.json from commits whose authors declared their kind:
//   bun tools/train.ts commits.jsonl[.gz] ... [--measure]
// A line is { repository, kind, subject, paths: ["M src/a.ts"] }, the declaring prefix taken off.
import { featuresOf } from '../src/changelog/learned/features.ts'
import { type Kind, kinds } from '../src/changelog/learned/kinds.ts'

type Example = { repository: string; kind: number; features: string[] }

const rounds = 6
const minSeen = 8
const penalty = 2e-6

async function readExamples(files: string[]): Promise<Example[]> {
  const examples: Example[] = []
  for (const file of files) {
    const bytes = await Bun.file(file).bytes()
    const text = new TextDecoder().decode(file.endsWith('.gz') ? Bun.gunzipSync(bytes) : bytes)
    for (const line of text.split('\n').filter(Boolean)) {
      const { repository, kind, subject, paths } = JSON.parse(line)
      const at = kinds.indexOf(kind as Kind)
      if (at === -1) continue
      const touched = (paths as string[]).map((path) => path.replace(/^[A-Z]\d* /, ''))
      examples.push({
        repository,
        kind: at,
        features: featuresOf(subject.replace(/\(#\d+\)\s*$/, ''), touched),
      })
    }
  }
  return examples
}

/** Multinomial logistic regression by stochastic descent; every few figures of the seed's order are the same each time. */
function train(examples: Example[]): Map<string, Float64Array> {
  const seen = new Map<string, number>()
  for (const { features } of examples)
    for (const feature of features) seen.set(feature, (seen.get(feature) ?? 0) + 1)
  const table = new Map<string, Float64Array>()
  for (const [feature, times] of seen)
    if (times >= minSeen) table.set(feature, new Float64Array(kinds.length))
  const bias = new Float64Array(kinds.length)
  table.set('bias', bias)
  const perRepository = new Map<string, number>()
  for (const { repository } of examples)
    perRepository.set(repository, (perRepository.get(repository) ?? 0) + 1)

  let seed = 42
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  for (let round = 0; round < rounds; round++) {
    const rate = 0.12 / (1 + round)
    for (const { kind, features, repository } of shuffle(examples, random)) {
      const rows: Float64Array[] = [bias]
      for (const feature of features) {
        const row = table.get(feature)
        if (row) rows.push(row)
      }
      const chances = softmax(rows)
      const weight = Math.min(1, 400 / (perRepository.get(repository) ?? 1))
      for (let each = 0; each < kinds.length; each++) {
        const step = rate * weight * ((each === kind ? 1 : 0) - (chances[each] as number))
        for (const row of rows) row[each] = (row[each] as number) * (1 - penalty) + step
      }
    }
  }
  return table
}

function shuffle<T>(list: T[], random: () => number): T[] {
  const order = [...list]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [order[other] as T, order[at] as T]
  }
  return order
}

function softmax(rows: Float64Array[]): number[] {
  const scores = kinds.map((_, each) => rows.reduce((sum, row) => sum + (row[each] as number), 0))
  const top = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - top))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

function guess(table: Map<string, Float64Array>, features: string[]): number {
  const rows = [table.get('bias') as Float64Array, ...features.flatMap((feature) => table.get(feature) ?? [])]
  const chances = softmax(rows)
  return chances.indexOf(Math.max(...chances))
}

/** Five folds over whole repositories: nothing is asked of a repository that was learned from. */
function measure(examples: Example[]) {
  const repositories = [...new Set(examples.map(({ repository }) => repository))].sort()
  let right = 0
  let rightUse = 0
  for (let fold = 0; fold < 5; fold++) {
    const held = new Set(repositories.filter((_, at) => at % 5 === fold))
    const table = train(examples.filter(({ repository }) => !held.has(repository)))
    for (const { kind, features } of examples.filter(({ repository }) => held.has(repository))) {
      const found = guess(table, features)
      if (found === kind) right++
      if (found < 3 === kind < 3) rightUse++
    }
  }
  console.log(
    `kind ${(right / examples.length).toFixed(3)}, for users or not ${(rightUse / examples.length).toFixed(3)}`,
  )
}

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const examples = await readExamples(files)
console.log(`${examples.length} commits`)
if (process.argv.includes('--measure')) measure(examples)
else {
  const table = [...train(examples)]
    .map(([feature, row]) => [feature, [...row].map((weight) => Math.round(weight * 20))] as const)
    .filter(([feature, row]) => feature === 'bias' || Math.max(...row) - Math.min(...row) >= 8)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const path = `${import.meta.dir}/../src/changelog/learned/weights.json`
  await Bun.write(
    path,
    `{\n${table.map(([feature, row]) => `${JSON.stringify(feature)}:${JSON.stringify(row)}`).join(',\n')}\n}\n`,
  )
  console.log(`${table.length} features, ${(Bun.file(path).size / 1024).toFixed(0)} KB`)
}
