import { acme, type Brand, competitors, otherPages, type Question } from './questions.ts'

/** A sample answer: its text, the position of Acme in it, and its citations. */
export type SampleAnswer = {
  text: string
  position: number | null
  excerpt: string | null
  cited: { url: string; title: string | null; domain: string }[]
}

/** A number from 0 to 1 that depends only on `words`, so every demo shows the same data. */
export const chanceOf = (words: string) => Number(Bun.hash(words) % 1_000_003n) / 1_000_003

/** The sample answer of an engine to a question on a day; `favor` shifts the chance that it names Acme. */
export function writeAnswer(question: Question, engine: string, day: number, favor: number): SampleAnswer {
  const draw = (about: string) => chanceOf(`${question.prompt} ${engine} ${day} ${about}`)
  const named = [acme, ...competitors]
    .filter((brand, place) => {
      const likely = (question.named[place] ?? 0) + (brand === acme ? favor : 0)
      // Engine answers change slowly, so half of the chance stays the same for four days.
      const luck = (draw(brand.name) + chanceOf(`${question.prompt} ${engine} ${brand.name} ${day >> 2}`)) / 2
      return spread(luck) < likely
    })
    .toSorted((a, b) => draw(`order ${a.name}`) - draw(`order ${b.name}`))
  const lines = named.map((brand) => `- **${brand.name}** ${pick(brand.said, draw(`said ${brand.name}`))}.`)
  const body =
    lines.length > 0 ? lines.join('\n') : '- Git itself, with a script that groups commits by their prefix.'
  const place = named.indexOf(acme)
  return {
    text: `${question.opening}\n\n${body}\n\n${question.closing}`,
    position: place === -1 ? null : place + 1,
    excerpt: place === -1 ? null : (lines[place] ?? '').replaceAll('*', '').slice(2),
    cited: sourcesOf(named, draw),
  }
}

function sourcesOf(named: Brand[], draw: (about: string) => number): SampleAnswer['cited'] {
  const own = named
    .filter(({ name }) => draw(`cites ${name}`) < 0.5)
    .map(({ name, domain }) => ({ url: `https://${domain}/`, title: name }))
  const others = otherPages.filter(({ url }) => draw(url) < 0.4)
  return [...own, ...others].map((page) => ({ ...page, domain: new URL(page.url).hostname }))
}

/** The mean of two uniform draws clusters around 0.5; this makes it uniform again. */
function spread(mean: number): number {
  return mean < 0.5 ? 2 * mean * mean : 1 - 2 * (1 - mean) * (1 - mean)
}

function pick(texts: string[], draw: number): string {
  return texts[Math.floor(draw * texts.length)] ?? ''
}
