import { anyOf, between, oneOf } from '../text/pattern.ts'
import { numberWords } from './number-words.ts'

/** Patterns of amounts in words, except amounts with a unit such as percent. */

const small = 'a|one|two|three|four|five|six|seven|eight|nine'
/** "Four fifths of teams". */
export const fractions = new RegExp(
  String.raw`(?<![\p{L}-])(?:(?:${small})[ -](?:fifth|sixth|seventh|eighth|ninth|tenth|hundredth)s? of(?! the (?:way|page|text|list))|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun) (?:fünftel|sechstel|siebtel|achtel|neuntel|zehntel|hundertstel)|(?:un|deux|trois|quatre|cinq|sept|neuf) (?:cinquièmes?|sixièmes?|dixièmes?|centièmes?)|trois quarts|(?:un|dos|tres|cuatro) (?:quintos?|décimos?)|tres cuart(?:os|as partes))(?!\p{L})`,
  'giu',
)

/** "Loved by thousands". */
export const crowds = anyOf('giu', [
  /(?<!\p{L})(?:loved|used|trusted|read|chosen|praised|recommended|adopted|followed|liked|preferred|enjoyed) by (?:\p{Ll}+ ){0,3}?(?:dozens|hundreds|thousands|millions)(?!\p{L})/u,
  /(?<!\p{L})(?:geliebt|genutzt|gelesen|empfohlen|verwendet) von (?:hunderten|tausenden|millionen)(?!\p{L})/u,
  /(?<!\p{L})von (?:hunderten|tausenden|millionen) (?:geliebt|genutzt|gelesen|empfohlen|verwendet)(?!\p{L})/u,
  /(?<!\p{L})(?:aimée?s?|utilisée?s?|lue?s?|adoptée?s?) par des (?:centaines|milliers|millions)(?!\p{L})/u,
  /(?<!\p{L})(?:usad|leíd|elegid|amad)[oa]s? por (?:cientos|miles|millones)(?!\p{L})/u,
])

const changes =
  '(?:save|lose|waste|gain|cut|free)[sd]?|(?:sav|los|wast|gain|cutt|free)ing|lost|won|wins?|spen(?:ds|t|ding)|(?:they|we|people|teams|users|customers|developers|companies|employees) (?:\\p{Ll}+ )?spend|spar(?:t|en)|verlier(?:t|en)|verschwende(?:t|n)|perd(?:ent)?|gagne(?:nt)?|économise(?:nt)?|ahorran?|pierden?|ganan?'
const afterChange = String.raw`(?<=(?<!\p{L})(?:${changes})\s(?:[\p{L}'’]+\s){0,3})`

/** "Save half their budget". */
export const halvesSaved = new RegExp(
  String.raw`${afterChange}half (?:of )?(?:their|your|our|its|his|her|the|every)(?!\p{L})`,
  'giu',
)

const timeUnits =
  'seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|secondes?|heures?|jours?|semaines?|mois|segundos?|minutos?|horas?|días?|semanas?|meses'
/** "Lose three hours a week". */
export const durationsSaved = new RegExp(
  String.raw`${afterChange}(?<![\p{L}-])${numberWords}[ -](?:${timeUnits})(?!\p{L})`,
  'giu',
)

const large =
  '(?:eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|vierundzwanzig|vingt-quatre|veinticuatro)'
/** "Twenty-four hours a day"; smaller numbers are usually advice: "two hours a week are enough". */
export const longRates = new RegExp(
  String.raw`(?<![\p{L}-])${large}[ -](?:${timeUnits}) (?:a|an|per|every|each|am|pro|in der|par|al|por) (?:day|week|month|year|tag|woche|monat|jahr|jour|semaine|mois|an|día|semana|mes|año)(?!\p{L})`,
  'giu',
)

/** "Fünftausend Teams", "five thousand shops": an exact number is a figure, whatever it counts. */
export const largeCounts = between(
  'giu',
  /(?<![\p{L}-])/u,
  [
    /(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -](?:hundred|thousand|million|billion)/u,
    /(?!ein(?:hundert|tausend))\p{L}{3,20}(?:hundert|tausend)/u,
    /(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|vingt|trente|cinquante) (?:cents?|mille)/u,
    /(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|veinte) mil/u,
  ],
  /(?=\s(?:(?:new|small|large|happy|other|more|of) )?\p{L}{3})/u,
)

/** "A million requests", "half a billion", but not "a million thanks" and "one in a million". */
export const bareCounts = between(
  'giu',
  /(?<!\p{L}|(?:in|like|thanks|merci|gracias) |\p{L}-)/u,
  [
    /(?:half an?|an?|one|nearly an?|over an?) (?:hundred thousand|million|billion|trillion)/u,
    /(?:eine(?:r|n)? )?(?:halben?|ganzen?|einer?) (?:million|milliarde)/u,
    /un (?:demi-)?(?:million|milliard)|(?:medio|un) millón/u,
  ],
  /(?! (?:(?:\p{Ll}+ )?(?:thanks|times|reasons|ways|things|ideas|pieces|miles|questions|possibilities|little|bucks)|to one|mal|danke|fois|mercis|veces|gracias)(?!\p{L}))(?=[ \p{P}]|$)/u,
)

const scaledNouns = oneOf([
  /requests|events|messages|emails|deployments|queries|records|visitors|visits|installations/u,
  /installs|sites|websites|repositories|builds|transactions|orders|documents/u,
  /anfragen|ereignissen?|nachrichten|requêtes|solicitudes|mensajes/u,
])
/** "Billions of events". */
export const vagueCounts = new RegExp(
  String.raw`(?<!\p{L})(?:[mb]illions|trillions|milli(?:onen|arden|ards)|millones)[ -](?:(?:of|von|de) )?(?:\p{Ll}+ )?(?:${scaledNouns})(?!\p{L})`,
  'giu',
)
