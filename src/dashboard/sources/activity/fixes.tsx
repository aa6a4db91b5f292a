import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Delivery } from '../../data/deliveries.ts'
import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { ExternalLink } from '../../kit/external-link.tsx'
import * as strings from './strings.ts'

/** Why a delivery was rejected and how to fix it: a heading, a sentence, and the steps. */
export type Fix = { title: string; why: string; steps: ReactNode[] }

/**
 * The fix for a rejected delivery (contract 12.3); null stands for a repository that is no longer connected.
 */
export function fixOf(
  { title, statusCode }: Pick<Delivery, 'title' | 'statusCode'>,
  repository: Repository | null,
): Fix {
  if (!repository) return disconnected
  const fix = fixes[title]
  if (fix) return fix(repository)
  return {
    title,
    why: strings.fixes.rejected(statusCode),
    steps: [redeliver],
  }
}

const redeliver = strings.fixes.redeliver

const disconnected: Fix = {
  title: strings.fixes.thisRepositoryIsNoLonger,
  why: strings.fixes.gitHubStillSendsItsDeliveries,
  steps: [
    strings.fixes.onGitHubOpenRepositorySettings,
    <Link key="again" href={`${paths.repositories()}?connect`}>
      {strings.fixes.toReceiveDeliveriesAgain}
    </Link>,
  ],
}

const fixes: Record<string, (repository: Repository) => Fix> = {
  'Invalid webhook signature': (repository) => ({
    title: strings.fixes.webhookSecretDoesNotMatch,
    why: strings.fixes.gitHubSignedThisDelivery,
    steps: [copySecret(repository), pasteIntoHook(repository), redeliver],
  }),
  'Signature missing': (repository) => ({
    title: strings.fixes.webhookOnGitHubHasNo,
    why: strings.fixes.withoutSecretGitHubDoesNot,
    steps: [copySecret(repository), pasteIntoHook(repository), redeliver],
  }),
  'Webhook secret missing': (repository) => ({
    title: strings.fixes.heraldHasNoSecret,
    why: strings.fixes.heraldCannotVerifyDeliveries,
    steps: [strings.fixes.openAndChooseShow(setUp(repository)), pasteIntoHook(repository), redeliver],
  }),
  'Missing webhook event header': () => ({
    title: strings.fixes.deliveryHasNoEventName,
    why: strings.fixes.headerXGitHubEvent,
    steps: [strings.fixes.ifHeraldIsBehindProxy, redeliver, strings.fixes.ifGitHubDoesNotList],
  }),
  'Invalid webhook payload': (repository) => ({
    title: strings.fixes.bodyIsNotJSON,
    why: strings.fixes.signatureIsValidButBody,
    steps: [strings.fixes.inSetContentType(hook(repository)), redeliver],
  }),
  'Invalid webhook payload structure': (repository) => ({
    title: strings.fixes.bodyDoesNotMatch,
    why: strings.fixes.signatureIsValidButField,
    steps: [strings.fixes.inCheckThatGitHubUses(setUp(repository), repository.displayName), redeliver],
  }),
  'Integration is disabled': (repository) => ({
    title: strings.fixes.thisRepositoryIsDisabled,
    why: strings.fixes.heraldRejectsItsDeliveries,
    steps: [
      strings.fixes.enableItIn(
        <Link href={paths.repositorySettings(repository.id)}>{strings.fixes.general}</Link>,
      ),
      redeliver,
    ],
  }),
  'Integration does not belong to this organization': wrongAddress,
  'Repository does not belong to this integration': wrongAddress,
  'Repository not found': wrongAddress,
  'Webhook payload too large': (repository) => ({
    title: strings.fixes.bodyIsLargerThanGitHub,
    why: strings.fixes.gitHubSendsAtMost25,
    steps: [
      strings.fixes.checkWhetherRecentDeliveries(hook(repository)),
      strings.fixes.ifHeraldIsBehindProxy2,
    ],
  }),
  'Webhook payload not read': () => ({
    title: strings.fixes.bodyIsIncomplete,
    why: strings.fixes.connectionFailedOrWasToo,
    steps: [redeliver, strings.fixes.ifItHappensAgainCheck],
  }),
  'Webhook processing failed': () => ({
    title: strings.fixes.heraldCouldNotStore,
    why: strings.fixes.errorOccurredOnThisServer,
    steps: [strings.fixes.searchServerLogForDelivery, redeliver],
  }),
}

function wrongAddress(repository: Repository): Fix {
  return {
    title: strings.fixes.payloadURLOnGitHub,
    why: strings.fixes.eachRepositoryHasItsOwn,
    steps: [
      strings.fixes.copyPayloadURL(setUp(repository)),
      strings.fixes.pasteItIntoAndChoose(hook(repository)),
      redeliver,
    ],
  }
}

const setUp = ({ id }: Repository) => <Link href={paths.repository(id)}>{strings.fixes.webhookSetup}</Link>

// A repository on this machine's disk has no page at GitHub.
const hook = ({ provider, url }: Repository) =>
  provider === 'git' ? (
    strings.fixes.webhookOnGitHub
  ) : (
    <ExternalLink href={`${url}/settings/hooks`}>{strings.fixes.webhookOnGitHub}</ExternalLink>
  )
const copySecret = (repository: Repository) => <>{strings.fixes.copySecretFromOrCreate(setUp(repository))}</>
const pasteIntoHook = (repository: Repository) => <>{strings.fixes.pasteItIntoAndChoose(hook(repository))}</>
