import { deflateSync } from 'node:zlib';
import type { Random } from '../../chaos/random.ts';
import type { Base, Format } from './bases.ts';
import {
  flatPixels,
  jpegSegment,
  loopedExif,
  png,
  pngChunk,
  webpChunk,
  withChunks,
  withSegments,
} from './parts.ts';

/** An image made to cost as much as possible, or to pass for another kind of file. */
interface Crafted {
  /** Relative frequency of this image. */
  weight: number;
  /** False when a viewer would show it, so that it may be accepted. */
  mustBeRefused: boolean;
  make(random: Random, bases: Base[]): Buffer;
}

const maxBytes = 8 * 1024 * 1024 - 4096;

const parseBase = (format: Format, random: Random, bases: Base[]): Buffer =>
  random.pick(bases.filter((base) => base.format === format)).bytes;

/** From 64 KB to the largest image that is accepted; large ones are rare, because all of it has to be sent. */
const floodBytes = (random: Random): number =>
  Math.floor(65_536 * (maxBytes / 65_536) ** (random.next() ** 3));

const repeated = (part: Buffer, bytes: number): Buffer =>
  Buffer.alloc(Math.max(1, Math.floor(bytes / part.length)) * part.length, part);

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};

/** 50 megapixels in 400 KB. */
const flat = once(() => png({ width: 7071, height: 7071 }, flatPixels(7071, 7071)));
/** 256 MB in 256 KB. */
const zeros = once(() => deflateSync(Buffer.alloc(256 * 1024 * 1024)));

const exif = (random: Random) => loopedExif(random.whole(3, 3000));
const head = Buffer.from('Exif\0\0', 'latin1');

const floodedJpeg = (random: Random, bases: Base[]): Buffer => {
  // COM, APP5, DQT, DHT, DRI, APP1.
  const segment = jpegSegment(
    random.pick([0xfe, 0xe5, 0xdb, 0xc4, 0xdd, 0xe1]),
    Buffer.alloc(random.whole(0, 4)),
  );
  return withSegments(parseBase('jpeg', random, bases), repeated(segment, floodBytes(random)));
};
const floodedPng = (random: Random): Buffer => {
  const flood = repeated(pngChunk(random.pick(['IDAT', 'tEXt', 'eXIf', 'sPLT', 'abCd'])), floodBytes(random));
  const pixels = flatPixels(200, 200);
  return png({ width: 200, height: 200 }, ...(random.next() < 0.5 ? [flood, pixels] : [pixels, flood]));
};
const floodedWebp = (random: Random, bases: Base[]): Buffer => {
  const chunk = webpChunk(random.pick(['VP8L', 'ALPH', 'XMP ', 'ANMF', 'ABCD']));
  return withChunks(parseBase('webp', random, bases), repeated(chunk, floodBytes(random)));
};
const lyingPng = (random: Random): Buffer => {
  const side = () => random.pick([0, 60_000, 0x7fff_ffff, 0xffff_ffff, random.whole(7_100, 1_000_000)]);
  return png({ width: side(), height: side() }, pngChunk('IDAT', deflateSync(Buffer.alloc(1000))));
};
const lyingJpeg = (random: Random, bases: Base[]): Buffer => {
  const file = Buffer.from(parseBase('jpeg', random, bases));
  const frame = Math.max(file.indexOf('ffc0', 0, 'hex'), file.indexOf('ffc2', 0, 'hex'));
  file.writeUInt16BE(random.pick([0, 7_200, 65_535]), frame + 5);
  file.writeUInt16BE(random.pick([7_200, 65_535]), frame + 7);
  return file;
};
const scans = (random: Random, bases: Base[]): Buffer => {
  const file = parseBase('jpeg', random, bases);
  const last = file.lastIndexOf('ffda', undefined, 'hex');
  const scan = file.subarray(last, -2);
  const count = Math.min(random.whole(100, 3000), Math.floor(maxBytes / scan.length));
  return Buffer.concat([file.subarray(0, last), ...Array<Buffer>(count).fill(scan), file.subarray(-2)]);
};
const bomb = (random: Random): Buffer => {
  const pixels = flatPixels(200, 200);
  const chunk = random.pick([
    () => pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), zeros()])),
    () => pngChunk('zTXt', Buffer.concat([Buffer.from('c\0\0'), zeros()])),
    () => pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), zeros()])),
    () => pngChunk('IDAT', zeros()),
  ]);
  return png({ width: 200, height: 200 }, chunk(), pixels);
};
const polyglot = (random: Random, bases: Base[]): Buffer => {
  const file = parseBase('jpeg', random, bases);
  const script = Buffer.from('<?php system($_GET[1]); ?><script>alert(1)</script>');
  return random.pick([
    () => withSegments(file, jpegSegment(0xfe, script)),
    () => Buffer.concat([file, Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')]),
    () => Buffer.concat([Buffer.from('GIF89a/*'), file]),
    () => Buffer.concat([Buffer.from('%PDF-1.4\n'), file]),
    () => Buffer.concat([file, script]),
  ])();
};

const foreign = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
  '%PDF-1.4\n%%EOF',
  '%!PS\n(%pipe%id) (w) file',
  'push graphic-context\nimage over 0,0 0,0 "url(http://127.0.0.1/)"\npop graphic-context',
  '<html><script>alert(1)</script>',
  `BM${'\0'.repeat(60)}`,
  `II*\0${'\0'.repeat(60)}`,
  `GIF89a${'\x01\0'.repeat(20)}`,
  '\xff\x0aaaaa',
  '\0\0\0\x18ftypheic\0\0\0\0',
  '{}',
  ' ',
].map((text) => Buffer.from(text, 'latin1'));

export const crafted: Record<string, Crafted> = {
  'EXIF that points to itself, JPEG': {
    weight: 4,
    mustBeRefused: false,
    make: (random, bases) =>
      withSegments(parseBase('jpeg', random, bases), jpegSegment(0xe1, Buffer.concat([head, exif(random)]))),
  },
  'EXIF that points to itself, PNG': {
    weight: 3,
    mustBeRefused: false,
    make: (random) => png({ width: 200, height: 200 }, pngChunk('eXIf', exif(random)), flatPixels(200, 200)),
  },
  'EXIF that points to itself, WebP': {
    weight: 3,
    mustBeRefused: false,
    make: (random, bases) => withChunks(parseBase('webp', random, bases), webpChunk('EXIF', exif(random))),
  },
  'a flood of segments': { weight: 4, mustBeRefused: false, make: floodedJpeg },
  'a flood of chunks, PNG': { weight: 4, mustBeRefused: false, make: floodedPng },
  'a flood of chunks, WebP': { weight: 3, mustBeRefused: false, make: floodedWebp },
  'a size that lies, PNG': { weight: 4, mustBeRefused: true, make: lyingPng },
  'a size that lies, JPEG': { weight: 4, mustBeRefused: true, make: lyingJpeg },
  'thousands of scans': { weight: 2, mustBeRefused: true, make: scans },
  'a compressed bomb': { weight: 1, mustBeRefused: false, make: bomb },
  '50 megapixels in 400 KB': { weight: 0.2, mustBeRefused: false, make: flat },
  'a file of two kinds': { weight: 4, mustBeRefused: false, make: polyglot },
  'another kind of file': { weight: 8, mustBeRefused: true, make: (random) => random.pick(foreign) },
};
