import type { ReactNode } from 'react'
import { count } from '../../../kit/english.ts'
import { rich } from '../../../kit/rich.ts'

export const conversationDialog = {
  editConversation: 'Edit conversation',
  newConversation: 'New conversation',
  note: 'Scans run it on engines that search the web.',
  save: 'Save',
  saving: 'Saving',
  name: 'Name',
  turn: (number: number) => `Turn ${number}`,
  removeTurn: (number: number) => `Remove turn ${number}`,
  addTurn: 'Add turn',
}

export const conversationTable = {
  caption: 'Conversations',
  nameColumn: 'Name',
  firstTurnColumn: 'First turn',
  turnsColumn: 'Turns',
  inScansColumn: 'In scans',
  actionsColumn: 'Actions',
  deleteNamed: (hiddenName: ReactNode) => rich`Delete${hiddenName}`,
  includeInScans: (name: string) => `Include ${name} in scans`,
  paused: 'Paused',
  deleted: (name: string) => `${name} deleted.`,
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteConversation: 'Delete conversation',
  deleting: 'Deleting',
  deleteEffect: 'Scans will skip it. Past answers still count.',
}

export const conversations = {
  newConversation: 'New conversation',
  ofAtMost: (all: number, most: number) => `${all} of at most ${most}`,
  conversations: 'conversations',
  noConversationsYet: 'No conversations yet',
  emptyText:
    'A conversation is a prompt with follow-ups: up to five turns, each sent with the turns before it. Scans run it on engines that search the web.',
  csvColumns: ['name', 'turn', 'text', 'in scans'],
}

export const playNow = {
  stillRunning: (name: string) => `${name} is still running. See Answers for the results.`,
  result: (name: string, mentions: number, answers: number, engines: number) =>
    `${name}: ${mentions} of ${answers} answers name you, on ${count(engines, 'engine')}.`,
  running: 'Running',
  runNow: (hiddenName: ReactNode) => rich`Run now${hiddenName}`,
}
