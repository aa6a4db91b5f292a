import { describe, expect, test } from 'bun:test'
import { afterThoughts, removeThoughts } from '../../src/ai/thoughts.ts'

describe('thoughts are removed wherever they are', () => {
  test.each([
    ['a <think>b</think> c', 'a  c'],
    ['<THINK>b</think>a<reasoning>b</reasoning>', 'a'],
    ['<think>b<thinking>b</think>a', 'a'],
    ['<think>b</thinking>b</think>a', 'a'],
    ['a <think> and <thinking>b</thinking> c', 'a <think> and  c'],
    ['İİİ<think>b</think>a', 'İİİa'],
    ['a</think>', 'a</think>'],
  ])('%s', (text, said) => {
    expect(removeThoughts(text)).toBe(said)
  })
})

// With four million characters, an algorithm of quadratic time would not end.
const many = 500_000

describe('hostile texts are read in linear time', () => {
  test.each([
    ['tags that nothing closes', '<think>'.repeat(many)],
    ['tags of all names', '<think><thinking><reasoning>'.repeat(many / 4)],
    ['tags that only a false tag closes', `${'<think>'.repeat(many)}</thinking>`],
  ])('%s', (_, text) => {
    expect(removeThoughts(text)).toBe(text)
  })

  test('thoughts that follow each other', () => {
    expect(removeThoughts('<think>b</think>'.repeat(many))).toBe('')
  })

  test('a text that begins with thoughts without an end', () => {
    expect(afterThoughts('<think>'.repeat(many))).toBe('')
  })
})
