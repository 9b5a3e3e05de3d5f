import type { ComponentChild } from 'preact';

type Kind = 'comment' | 'string' | 'name' | 'number' | 'word';

/** Token patterns, matched in order; the first group that matches names the kind. */
const patterns: Record<string, RegExp> = {
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.]*\b)|(?<word>\b(?:true|false|null)\b)/g,
  sh: /(?<comment>(?<=^|\s)#.*)|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|(?<word>(?<=^|\s)(?:curl|npm|npx|node|export|python3)(?=\s))/gm,
  ts: /(?<comment>\/\/.*)|(?<string>`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<number>\b\d[\d_.]*\b)|(?<word>\b(?:import|from|export|const|let|await|async|function|return|if|for|of|new|throw|type|as|true|false|null)\b)/g,
  python:
    /(?<comment>#.*)|(?<string>"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<number>\b\d[\d_.]*\b)|(?<word>\b(?:import|from|def|return|if|else|elif|for|in|with|as|while|raise|try|except|not|and|or|True|False|None)\b)/g,
  php: /(?<comment>\/\/.*)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<number>\b\d[\d_.]*\b)|(?<word><\?php|\b(?:echo|return|function|new|if|foreach|as|throw|true|false|null)\b)/g,
};

const sameAs: Record<string, string> = { js: 'ts', bash: 'sh', javascript: 'ts', typescript: 'ts' };

/** Code with its strings, numbers, comments and keywords in elements of their own; unknown languages as they are. */
export function highlight(code: string, language: string): ComponentChild[] {
  const pattern = patterns[sameAs[language] ?? language];
  if (!pattern) return [code];
  const parts: ComponentChild[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] as Kind;
    parts.push(code.slice(end, match.index), <span class={`code-${kind}`}>{match[0]}</span>);
    end = match.index + match[0].length;
  }
  return [...parts, code.slice(end)];
}
