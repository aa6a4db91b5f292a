import { fdatasyncSync } from 'node:fs'
import type { LogAnswer, LogTask } from './log-worker.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<LogTask>) => {
  self.postMessage(answer(data))
}

function answer({ descriptor }: LogTask): LogAnswer {
  try {
    fdatasyncSync(descriptor)
    return {}
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { failure: { message, code } }
  }
}
