import type { Context } from '../context.ts'
import type { MailSettings } from './settings.ts'

/** How this server sends mail; null if it cannot. */
export const findMail = async ({ config }: Context): Promise<MailSettings | null> => config.mail
