import { expect, test } from 'bun:test'
import { Glob } from 'bun'

// What hostile texts become on public pages and in feeds: test/features/public-page.test.ts.

test('the dashboard inserts markup only from the sanitized text of a post and into the framed preview', async () => {
  const root = new URL('../../src/dashboard/', import.meta.url).pathname
  const inserts = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML =|insertAdjacentHTML|document\.write|srcDoc/
  const found: string[] = []
  for await (const file of new Glob('**/*.{ts,tsx}').scan(root))
    if (inserts.test(await Bun.file(root + file).text())) found.push(file)
  expect(found.sort()).toEqual(['content/post/preview.tsx', 'content/public-page/page-preview.tsx'])
})
