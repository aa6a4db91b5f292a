import { join } from 'node:path'
import { type Config, readConfig } from '../../src/config.ts'

/** Read once: to read and check all variables takes longer than a short test. */
const standard = readConfig({ LOG_LEVEL: 'silent' })

/** The configuration of a server without settings, whose files are in a folder. */
export function testConfig(dataDir = standard.dataDir): Config {
  return {
    ...standard,
    dataDir,
    databaseUrl: `file:${join(dataDir, 'herald.db')}`,
    fixed: { ...standard.fixed },
  }
}

/** The same with a writer and a small model at a URL. */
export function modelConfig(url: string): Config {
  return {
    ...testConfig(),
    openaiBaseUrl: url,
    openaiApiKey: 'test-key',
    writerModel: 'writer',
    smallModel: 'small',
  }
}
