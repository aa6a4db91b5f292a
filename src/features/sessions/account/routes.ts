import type { Context } from '../../../context.ts'
import { internal } from '../../../http/operation.ts'
import { personal } from '../../keys/guard.ts'
import { AccountPatch, EndedSessions, OneUser, OtherSessions, PasswordChange } from './model.ts'
import { changePassword, countOtherSessions, endOtherSessions, updateAccount } from './service.ts'

/** What people change about themselves. */
export function accountRoutes(ctx: Context) {
  return personal(ctx, '/api/app/account', 'Account')
    .patch('', ({ session, body }) => updateAccount(ctx, session, body), {
      body: AccountPatch,
      response: OneUser,
      detail: internal(
        'updateAccount',
        'self',
        'Change your name, or the e-mail address that you sign in with.',
      ),
    })
    .post('/password', ({ session, body }) => changePassword(ctx, session, body), {
      body: PasswordChange,
      response: OneUser,
      detail: internal('changePassword', 'self', 'Set another password. Your other sessions end.'),
    })
    .get('/sessions', ({ session }) => countOtherSessions(ctx, session), {
      response: OtherSessions,
      detail: internal('countOtherSessions', 'self', 'Count the other browsers that you are signed in in.'),
    })
    .delete('/sessions', ({ session }) => endOtherSessions(ctx, session), {
      response: EndedSessions,
      detail: internal('endOtherSessions', 'self', 'Sign out everywhere but here.'),
    })
}
