import type { Config } from '../../config.ts'
import { builtIn } from './built-in.ts'
import type { Engine } from './engine.ts'
import { readEnginesFile } from './engines-file.ts'

/**
 * The entries of ENGINES_FILE, else the built-in ones; throws an OperatorError with every fault and its line.
 */
export function readCatalog({
  enginesFile,
  openaiBaseUrl,
}: Pick<Config, 'enginesFile' | 'openaiBaseUrl'>): Engine[] {
  return enginesFile === null ? builtIn : readEnginesFile(enginesFile, openaiBaseUrl)
}
