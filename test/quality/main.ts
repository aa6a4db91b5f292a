// Measures how well the engine edits: bun run quality [--mistakes] [--blind] [REPOSITORY[=FROM..TO] ...]
import { join } from 'node:path'
import { readCases, type Score, scoreCases, shareOf } from './cases.ts'
import { scorePlanted } from './planted.ts'
import { measureRepository } from './repository.ts'

const bars = {
  category: 0.85,
  placement: 0.85,
  breakingRecall: 0.9,
  breakingPrecision: 0.8,
  securityRecall: 0.95,
} as const

const names: Record<keyof typeof bars | 'area', string> = {
  category: 'category as an editor files it',
  placement: 'told or left out as an editor would',
  area: 'area of what is told',
  breakingRecall: 'breaking changes found',
  breakingPrecision: 'found ones that do break',
  securityRecall: 'security found and told',
}

const verdicts = scoreCases(await readCases(join(import.meta.dir, 'cases.txt')))
console.log(`${verdicts.category.of} labeled changes\n`)
let isGood = true
for (const name of Object.keys(names) as (keyof typeof names)[]) {
  const bar = name === 'area' ? null : bars[name]
  const isMet = bar === null || shareOf(verdicts[name]) >= bar
  isGood &&= isMet
  console.log(
    `  ${tell(verdicts[name])}  ${names[name]}${bar === null ? '' : `, at least ${bar}`}${isMet ? '' : '  MISSED'}`,
  )
}
const planted = scorePlanted()
isGood &&= planted.wrong.length + planted.cut.length === 0
console.log(`
  ${planted.wrong.length} of ${planted.of} planted facts told wrongly, ${planted.cut.length} conditions cut`)
for (const title of [...planted.wrong, ...planted.cut]) console.log(`    ${title}`)
console.log('\n  category  told   by habit')
for (const [habit, { category, placement }] of verdicts.habits)
  console.log(`  ${shareOf(category).toFixed(2)}      ${shareOf(placement).toFixed(2)}   ${habit}`)
if (process.argv.includes('--mistakes')) console.log(`\n${verdicts.mistakes.join('\n')}`)

const isBlind = process.argv.includes('--blind')
const places = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
for (const place of places) {
  const [path = '', range] = place.split('=')
  const [from, to] = range?.split('..') ?? []
  console.log(`\n${await measureRepository(path, { from: from || undefined, to: to || undefined, isBlind })}`)
}
process.exit(isGood ? 0 : 1)

function tell(score: Score): string {
  return `${shareOf(score).toFixed(3)} (${score.right} of ${score.of})`.padEnd(20)
}
