/**
 * Evaluates the few forms of PromQL that the alert rules use: comparisons and quotients of `rate`, `increase`, `sum`,
 * `min`, `max`, `abs` and `absent` over series that grow linearly, for which its `rate` equals Prometheus' extrapolation.
 */

export type Labels = Record<string, string>;

/** A series with one sample a minute: `start + step × minute`, from minute 0 to `last`. */
export interface LinearSeries {
  name: string;
  labels: Labels;
  start: number;
  step: number;
  last: number;
}

type Vector = { labels: Labels; value: number }[];
type Evaluate = (series: readonly LinearSeries[], minute: number) => Vector;

/** Prometheus forgets a series after five minutes without a sample. */
const staleMinutes = 5;

/** The evaluation of one expression. @throws Error for a form that is not supported. */
export function parsePromql(text: string): Evaluate {
  const parser = new Parser(text);
  const evaluate = parser.comparison();
  parser.end();
  return evaluate;
}

class Parser {
  readonly #text: string;
  readonly #tokens: string[];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = text.match(/"[^"]*"|\d+m\b|\d+(?:\.\d+)?|[A-Za-z_]\w*|=~|!=|==|[<>{}()[\],=/*]/g) ?? [];
    if (this.#tokens.join('') !== text.replaceAll(/\s(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ''))
      throw this.#unsupported();
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.#unsupported();
  }

  comparison(): Evaluate {
    const left = this.#quotient();
    const operator = this.#accept('>') ?? this.#accept('<') ?? this.#accept('==');
    if (!operator) return left;
    const limit = Number(this.#next());
    const holds = {
      '>': (v: number) => v > limit,
      '<': (v: number) => v < limit,
      '==': (v: number) => v === limit,
    }[operator as '>' | '<' | '=='];
    return (series, minute) => left(series, minute).filter(({ value }) => holds(value));
  }

  #quotient(): Evaluate {
    const left = this.#term();
    if (!this.#accept('/')) return left;
    const right = this.#term();
    return (series, minute) => {
      const divisors = right(series, minute);
      return left(series, minute).flatMap(({ labels, value }) => {
        const divisor = divisors.find((each) => toKey(each.labels) === toKey(labels));
        return divisor ? [{ labels, value: value / divisor.value }] : [];
      });
    };
  }

  #term(): Evaluate {
    const name = this.#next();
    if (name === 'sum' || name === 'max' || name === 'min') return this.#aggregation(name);
    if (name === 'rate' || name === 'increase') return this.#range(name);
    if (name === 'abs') {
      const inner = this.#parenthesised(() => this.#term());
      return (series, minute) =>
        inner(series, minute).map(({ labels, value }) => ({ labels, value: Math.abs(value) }));
    }
    if (name === 'absent') {
      const inner = this.#parenthesised(() => this.#term());
      return (series, minute) => (inner(series, minute).length > 0 ? [] : [{ labels: {}, value: 1 }]);
    }
    const matches = this.#selector(name);
    return (series, minute) =>
      series
        .filter((each) => matches(each) && minute >= 0 && minute - each.last < staleMinutes)
        .map((each) => ({ labels: each.labels, value: sampleAt(each, minute) }));
  }

  #aggregation(name: 'sum' | 'max' | 'min'): Evaluate {
    const by = this.#accept('by') ? this.#parenthesised(() => this.#names()) : [];
    const inner = this.#parenthesised(() => this.#term());
    const combine = { sum: (a: number, b: number) => a + b, max: Math.max, min: Math.min }[name];
    return (series, minute) => {
      const groups = new Map<string, Vector[number]>();
      for (const { labels, value } of inner(series, minute)) {
        const kept = Object.fromEntries(by.map((label) => [label, labels[label] ?? '']));
        const group = groups.get(toKey(kept));
        if (group) group.value = combine(group.value, value);
        else groups.set(toKey(kept), { labels: kept, value });
      }
      return [...groups.values()];
    };
  }

  #range(name: 'rate' | 'increase'): Evaluate {
    return this.#parenthesised(() => {
      const matches = this.#selector(this.#next());
      this.#expect('[');
      const minutes = Number.parseInt(this.#next(), 10);
      this.#expect(']');
      return (series, minute) =>
        series
          .filter((each) => matches(each) && Math.min(minute, each.last) > Math.max(0, minute - minutes))
          .map(({ labels, step }) => ({ labels, value: name === 'rate' ? step / 60 : step * minutes }));
    });
  }

  #selector(name: string): (series: LinearSeries) => boolean {
    const tests: ((labels: Labels) => boolean)[] = [];
    if (this.#accept('{')) {
      while (!this.#accept('}')) {
        const label = this.#next();
        const operator = this.#next();
        const wanted = this.#next().slice(1, -1);
        const pattern = new RegExp(`^(?:${wanted})$`);
        if (operator === '=') tests.push((labels) => (labels[label] ?? '') === wanted);
        else if (operator === '!=') tests.push((labels) => (labels[label] ?? '') !== wanted);
        else if (operator === '=~') tests.push((labels) => pattern.test(labels[label] ?? ''));
        else throw this.#unsupported();
        this.#accept(',');
      }
    }
    return (series) => series.name === name && tests.every((test) => test(series.labels));
  }

  #names(): string[] {
    const names = [this.#next()];
    while (this.#accept(',')) names.push(this.#next());
    return names;
  }

  #parenthesised<T>(read: () => T): T {
    this.#expect('(');
    const value = read();
    this.#expect(')');
    return value;
  }

  #accept(token: string): string | undefined {
    if (this.#tokens[this.#at] !== token) return undefined;
    this.#at += 1;
    return token;
  }

  #expect(token: string): void {
    if (!this.#accept(token)) throw this.#unsupported();
  }

  #next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw this.#unsupported();
    return token;
  }

  #unsupported(): Error {
    return new Error(`unsupported PromQL: ${this.#text}`);
  }
}

const sampleAt = ({ start, step, last }: LinearSeries, minute: number) =>
  start + step * Math.min(minute, last);

const toKey = (labels: Labels) => JSON.stringify(Object.entries(labels).sort());
