import { Elysia, t } from 'elysia'
import { CodeHostError } from '../../../codehost/github-error.ts'
import type { Context } from '../../../context.ts'
import { AppError, conflict } from '../../../errors.ts'
import { buckets } from '../../../http/buckets.ts'
import { idField } from '../../../http/fields.ts'
import { internal } from '../../../http/operation.ts'
import { guarded, open } from '../../keys/guard.ts'
import { findApp } from './app-access.ts'
import {
  type AppAnswer,
  beginApp,
  deleteApp,
  drawRefusal,
  finishApp,
  finishInstallation,
} from './create-app.ts'
import { syncApp } from './sync-app.ts'

const BeginQuery = t.Object({ organizationId: idField('organizationId'), account: t.Optional(t.String()) })

/** The GitHub App of an organization, without its secrets. */
const GitHubApp = t.Object({
  app: t.Nullable(t.Object({ name: t.String(), url: t.String(), account: t.Nullable(t.String()) })),
})

/** Routes that a browser follows to GitHub and back. */
export function githubAppRoutes(ctx: Context) {
  return open(ctx, '/api/integrations/github-app', 'Integrations')
    .get('/new', ({ request, query }) => show(ctx, () => beginApp(ctx, request, query)), {
      query: BeginQuery,
      detail: internal('beginGitHubApp', 'anyone', 'Show the form that creates a GitHub App.', {
        limits: [buckets.createGitHubApp],
      }),
    })
    .get('/created', ({ request }) => show(ctx, () => finishApp(ctx, request)), {
      detail: internal('finishGitHubApp', 'anyone', 'Return from GitHub with a new App.'),
    })
    .get('/installed', ({ request }) => show(ctx, () => finishInstallation(ctx, request)), {
      detail: internal('finishGitHubInstallation', 'anyone', 'Return from the installation of an App.', {
        limits: [buckets.createGitHubApp],
      }),
    })
}

/** The dashboard's own policy allows no form to another site, so this page has one of its own. */
async function show(ctx: Context, act: () => Promise<AppAnswer>): Promise<Response> {
  try {
    return toResponse(await act())
  } catch (error) {
    // A browser follows these routes, so a refusal is a page.
    if (!(error instanceof AppError) || error.status !== 403) throw error
    return toResponse(await drawRefusal(ctx, error.message), 403)
  }
}

function toResponse(answer: AppAnswer, status = 200): Response {
  if ('location' in answer) return new Response(null, { status: 303, headers: { location: answer.location } })
  return new Response(answer.page, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action ${answer.formAction}; frame-ancestors 'none'`,
    },
  })
}

/** Routes of the dashboard for the GitHub App. */
export function githubAppAppRoutes(ctx: Context) {
  return new Elysia().use(
    guarded(ctx, '/api/app/github-app', 'Integrations')
      .get('', ({ caller }) => describe(ctx, caller.organization.id), {
        response: GitHubApp,
        detail: internal('getGitHubApp', 'member', 'Get the GitHub App of the organization.'),
      })
      .post(
        '/sync',
        async ({ caller }) => {
          await caller.spend()
          await syncApp(ctx, caller.organization.id).catch((error) => {
            throw error instanceof CodeHostError ? conflict(error.message) : error
          })
          return describe(ctx, caller.organization.id)
        },
        {
          response: GitHubApp,
          detail: internal('syncGitHubApp', 'admin', 'Connect the repositories that the App may use.', {
            limits: [buckets.createGitHubApp],
            refusals: { 409: 'GitHub refused the App' },
          }),
        },
      )
      .delete(
        '',
        async ({ caller }) => {
          await deleteApp(ctx, caller.organization.id)
          return describe(ctx, caller.organization.id)
        },
        {
          response: GitHubApp,
          detail: internal('deleteGitHubApp', 'admin', 'Remove the GitHub App.'),
        },
      ),
  )
}

async function describe(ctx: Context, organizationId: string) {
  const row = await findApp(ctx, organizationId)
  return { app: row && { name: row.slug, url: row.url, account: row.account } }
}
