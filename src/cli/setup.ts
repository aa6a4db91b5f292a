import { OperatorError } from '../errors.ts'
import { hasUsers } from '../features/members/service.ts'
import { createSetupLink, linkMinutes } from '../features/sessions/links.ts'
import { defineCommand } from './command.ts'
import { withContext } from './session.ts'

const setup = defineCommand({
  name: 'setup',
  summary: 'Print the setup link of a new server.',
  examples: ['setup'],
  options: {},
  run: (_, terminal) =>
    withContext(terminal, async (ctx) => {
      if (await hasUsers(ctx))
        throw new OperatorError(
          'This server already has accounts. Add people with herald user create, or reset a password with herald user reset.',
        )
      terminal.print(await createSetupLink(ctx))
      terminal.warn(
        `It works once and expires in ${linkMinutes.setup} minutes. Earlier links no longer work.`,
      )
      terminal.warn(
        `If the server has another URL than ${ctx.config.appUrl}, run this command again with the APP_URL or PORT of the server.`,
      )
    }),
})

export const commands = [setup]
