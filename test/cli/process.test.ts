import { afterAll, expect, test } from 'bun:test'
import { version } from '../../package.json'
import { cleanUp, run, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

test('a process ends with the code of its command and keeps its two streams apart', async () => {
  const settings = { DATA_DIR: temporaryFolder() }
  expect(await run(['--version'], settings)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
  expect(await run(['key', 'list', '--org', 'nobody'], settings)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `herald: There is no Herald database in ${settings.DATA_DIR}. Set DATA_DIR to the data folder of the server.\n`,
  })
  expect(await run(['key', 'dance'], settings)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'herald: There is no command "key dance"; see: herald key --help\n',
  })
})
