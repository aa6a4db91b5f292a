import { version as number } from '../../package.json'
import { defineCommand } from './command.ts'

const version = defineCommand({
  name: 'version',
  summary: 'Print the version.',
  examples: ['version'],
  options: {},
  async run(_, terminal) {
    terminal.print(number)
  },
})

export const commands = [version]
