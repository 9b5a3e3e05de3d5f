import type { Random } from '../../chaos/random.ts';

/** Changes a valid file; `other` is a second one. */
type Mutation = (file: Buffer, random: Random, other: Buffer) => Buffer;

/** Half of the changes aim at the head of a file, where sizes and tables are. */
function place({ length }: Buffer, random: Random): number {
  return random.whole(0, Math.min(length - 1, random.next() < 0.5 ? 200 : length - 1));
}

const extremes = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff];

const mutations: Record<string, Mutation> = {
  'flipped bits': (file, random) => {
    const changed = Buffer.from(file);
    for (let flips = random.whole(1, 20); flips > 0; flips -= 1) {
      const at = place(file, random);
      changed[at] = changed[at]! ^ (1 << random.whole(0, 7));
    }
    return changed;
  },
  'extreme numbers': (file, random) => {
    const changed = Buffer.from(file);
    for (let times = random.whole(1, 4); times > 0; times -= 1) {
      const at = Math.min(place(file, random), file.length - 4);
      changed.writeUInt32BE(random.pick(extremes), Math.max(0, at));
    }
    return changed;
  },
  'cut off': (file, random) => file.subarray(0, place(file, random)),
  'a part twice': (file, random) => {
    const [from, at] = [place(file, random), place(file, random)];
    const part = file.subarray(from, from + random.whole(1, 4096));
    return Buffer.concat([file.subarray(0, at), part, file.subarray(at)]);
  },
  'a part missing': (file, random) => {
    const at = place(file, random);
    return Buffer.concat([file.subarray(0, at), file.subarray(at + random.whole(1, 4096))]);
  },
  'zeros inside': (file, random) => {
    const at = place(file, random);
    return Buffer.from(file).fill(0, at, Math.min(file.length, at + random.whole(1, 4096)));
  },
  'two files in one': (file, random, other) =>
    Buffer.concat([file.subarray(0, place(file, random)), other.subarray(place(other, random))]),
};

export const mutationNames = Object.keys(mutations);

export function mutate(name: string, file: Buffer, random: Random, other: Buffer): Buffer {
  return mutations[name]!(file, random, other);
}
