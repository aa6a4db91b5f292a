import { startSite, toHtml } from '../support/site.ts'
import type { Row, Workshop } from './benchmark.ts'
import { grouped, milliseconds } from './support/format.ts'
import { median } from './support/rounds.ts'

const pageCount = 20
const answerMilliseconds = 50
const mostMilliseconds = 3_000
const rounds = 3

/** A readiness scan of a site on the loopback whose answers take a while, with the start of the command. */
export async function readiness({ binary }: Workshop): Promise<Row[]> {
  using site = startSite({})
  const slowly = (answer: () => Response) => async () => {
    await Bun.sleep(answerMilliseconds)
    return answer()
  }
  const page = `<title>Anvils of Acme</title><h1>Anvils</h1><p>${'We make anvils. '.repeat(40)}</p>`
  const paths = Array.from({ length: pageCount }, (_, index) => `/page-${index}`)
  for (const path of ['/', ...paths]) site.pages[path] = slowly(() => toHtml(page))
  const urls = paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('')
  site.pages['/sitemap.xml'] = slowly(() => new Response(`<urlset>${urls}</urlset>`))
  site.pages['/robots.txt'] = slowly(
    () => new Response(`User-agent: *\nAllow: /\nSitemap: ${site.url}/sitemap.xml`),
  )

  const scans: number[] = []
  for (let round = 0; round < rounds; round++) scans.push(await scan(binary, site.url))
  const took = median(scans)
  return [
    {
      what: `readiness scan of ${pageCount} pages that answer in ${grouped(answerMilliseconds)} ms, with the start of the command`,
      reached: milliseconds(took),
      aim: `under ${milliseconds(mostMilliseconds)}`,
      met: took < mostMilliseconds,
    },
  ]
}

async function scan(binary: string, url: string): Promise<number> {
  const started = performance.now()
  const child = Bun.spawn([binary, 'readiness', url, '--json'], { stdout: 'pipe', stderr: 'ignore' })
  const { pagesRead } = JSON.parse(await new Response(child.stdout).text()) as { pagesRead: number }
  await child.exited
  if (pagesRead !== pageCount + 1) throw new Error(`${pagesRead} pages were read.`)
  return performance.now() - started
}
