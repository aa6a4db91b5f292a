import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ExternalLink } from '../parts/external-link.tsx'
import { paths } from '../paths.ts'
import type { Repository } from '../repositories/queries.ts'
import type { Delivery } from './queries.ts'

/** Why a delivery was refused and what to do: a heading, a sentence, and the steps. */
export type Fix = { title: string; why: string; steps: ReactNode[] }

/** How to mend what a delivery was refused for (contract 12.3); null stands for a repository that is connected no more. */
export function fixOf(
  { title, statusCode }: Pick<Delivery, 'title' | 'statusCode'>,
  repository: Repository | null,
): Fix {
  if (!repository) return disconnected
  const fix = fixes[title]
  if (fix) return fix(repository)
  return {
    title,
    why: `Herald answered this delivery with ${statusCode} and did not take it in.`,
    steps: [redeliver],
  }
}

const redeliver = 'On GitHub, open Recent Deliveries and choose Redeliver.'

const disconnected: Fix = {
  title: 'This repository is connected no more',
  why: 'GitHub still sent a delivery for it. Nothing is missing here.',
  steps: [
    'On GitHub, open the settings of the repository, then Webhooks, and delete the one that leads here.',
    <Link key="again" href={`${paths.repositories()}?connect`}>
      Connect it again if it should go on.
    </Link>,
  ],
}

const fixes: Record<string, (repository: Repository) => Fix> = {
  'Invalid webhook signature': (repository) => ({
    title: 'The secret on GitHub is not the one stored here',
    why: 'GitHub signed this delivery with another secret, so Herald did not read it. No data was lost: GitHub can send it again.',
    steps: [copySecret(repository), pasteIntoHook(repository), redeliver],
  }),
  'Signature missing': (repository) => ({
    title: 'The webhook on GitHub has no secret',
    why: 'GitHub signs a delivery only with a secret, so Herald cannot tell who sent this one and did not read it.',
    steps: [copySecret(repository), pasteIntoHook(repository), redeliver],
  }),
  'Webhook secret missing': (repository) => ({
    title: 'Herald has no secret for this repository',
    why: 'Without one no delivery can be checked, so none is read. No data was lost: GitHub can send it again.',
    steps: [
      <>Open {setUp(repository)} and choose Show: a secret is made then.</>,
      pasteIntoHook(repository),
      redeliver,
    ],
  }),
  'Missing webhook event header': () => ({
    title: 'The delivery does not say what it is about',
    why: 'GitHub names the event in the header X-GitHub-Event. Something on the way took it out, or GitHub did not send this.',
    steps: [
      'If a proxy stands before Herald, let it pass on X-GitHub-Event, X-GitHub-Delivery and X-Hub-Signature-256.',
      redeliver,
      'If GitHub does not list this delivery, somebody else called the address. There is nothing to do then.',
    ],
  }),
  'Invalid webhook payload': (repository) => ({
    title: 'The body is not JSON',
    why: 'The signature is right, so GitHub sent it, but Herald could not read what it says.',
    steps: [<>In {hook(repository)}, set the content type to application/json.</>, redeliver],
  }),
  'Invalid webhook payload structure': (repository) => ({
    title: 'The body is not what was expected of this repository',
    why: 'The signature is right, but a field is missing, of another kind, or of another repository.',
    steps: [
      <>
        See in {setUp(repository)} that the payload URL on GitHub is the one of {repository.displayName}.
      </>,
      redeliver,
    ],
  }),
  'Integration is disabled': (repository) => ({
    title: 'This repository is switched off here',
    why: 'Herald reads none of its deliveries until it is switched on again.',
    steps: [
      <>
        Switch it on in <Link href={paths.repositorySettings(repository.id)}>General</Link>.
      </>,
      redeliver,
    ],
  }),
  'Integration does not belong to this organization': wrongAddress,
  'Repository does not belong to this integration': wrongAddress,
  'Repository not found': wrongAddress,
  'Webhook payload too large': (repository) => ({
    title: 'The body is larger than GitHub sends',
    why: 'GitHub stops at 25 MB. Something on the way made it larger, or GitHub did not send this.',
    steps: [
      <>See in Recent Deliveries of {hook(repository)} whether GitHub lists it.</>,
      'If a proxy stands before Herald, let it pass bodies on as they are.',
    ],
  }),
  'Webhook payload not read': () => ({
    title: 'The body did not arrive whole',
    why: 'The connection broke off, was too slow, or Herald had no room for another body at that moment.',
    steps: [
      redeliver,
      'If it happens again and a proxy stands before Herald, look at its limits of time and size.',
    ],
  }),
  'Webhook processing failed': () => ({
    title: 'Herald could not store this delivery',
    why: 'Something failed on this server, not on GitHub. Nothing of the delivery was taken in.',
    steps: [
      'Look for the id of the delivery in the log of the server; whoever runs it finds the reason there.',
      redeliver,
    ],
  }),
}

function wrongAddress(repository: Repository): Fix {
  return {
    title: 'The payload URL on GitHub is not the one of this repository',
    why: 'Each repository has an address of its own, and Herald takes nothing in by another.',
    steps: [
      <>Copy the payload URL from {setUp(repository)}.</>,
      <>Paste it into {hook(repository)} and choose Update webhook.</>,
      redeliver,
    ],
  }
}

const setUp = ({ id }: Repository) => <Link href={paths.repository(id)}>the set-up</Link>

// What lies on this machine's disk has no page at GitHub.
const hook = ({ provider, url }: Repository) =>
  provider === 'git' ? (
    'the webhook on GitHub'
  ) : (
    <ExternalLink href={`${url}/settings/hooks`}>the webhook on GitHub</ExternalLink>
  )
const copySecret = (repository: Repository) => (
  <>Copy the secret from {setUp(repository)}, or make a new one.</>
)
const pasteIntoHook = (repository: Repository) => (
  <>Paste it into {hook(repository)} and choose Update webhook.</>
)
