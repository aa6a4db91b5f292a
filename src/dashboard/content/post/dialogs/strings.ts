import type { ReactNode } from 'react'
import { rich } from '../../../kit/rich.ts'

export const editWithAgent = {
  title: 'Edit with agent',
  start: 'Start',
  starting: 'Starting',
  requestedChanges: 'Requested changes',
  requestedChangesHint: 'You review each edit before it is saved.',
}

export const scheduleDialog = {
  title: 'Schedule post',
  schedule: 'Schedule',
  scheduling: 'Scheduling',
  time: 'Publish at',
  timeZone: (zone: string) => `Your time zone: ${zone}.`,
  scheduled: (time: string) => `Scheduled for ${time}`,
}

export const sendDialog = {
  title: 'Send this post',
  send: 'Send',
  sending: 'Sending',
  none: (page: ReactNode) => rich`No destinations yet. Add one under ${page}.`,
  publicPage: 'Public page',
  labels: {
    'github-release': (name: string) => `Release notes of ${name}`,
    'pull-request': (name: string) => `Pull request to ${name}`,
    message: (name: string) => name,
  },
  hints: {
    'github-release': () => 'Appended to the release notes. Sending again updates it.',
    'pull-request': (path: string) => `Adds ${path}, or updates the open pull request.`,
    message: () => 'Not sent yet.',
  },
  preview: (name: string) => `Preview of the message to ${name}`,
  statuses: {
    queued: 'Queued.',
    sending: 'Sending.',
    sent: 'Sent. Select it to send again.',
    failed: 'Failed. Select it to retry.',
    unknown: 'It may have been sent. Check the channel before you send it again.',
  },
}
