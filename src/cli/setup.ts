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
        `If the server does not use ${ctx.config.appUrl}, set APP_URL or PORT as for the server, and run this command again.`,
      )
    }),
})

export const commands = [setup]
