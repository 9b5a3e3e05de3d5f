import { PbfWriter } from 'pbf';

/** Element types of ONNX tensors. */
export const elementType = { float: 1, int32: 6, int64: 7, float16: 10 } as const;
type ElementType = (typeof elementType)[keyof typeof elementType];

export interface OnnxTensor {
  name: string;
  type: ElementType;
  shape: readonly number[];
  bytes: Uint8Array;
}

export interface OnnxNode {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes: Readonly<Record<string, number | string | readonly number[]>>;
}

export interface OnnxGraph {
  nodes: readonly OnnxNode[];
  tensors: readonly OnnxTensor[];
  /** The one input; sides below 0 may have any length. */
  input: { name: string; shape: readonly number[] };
  output: string;
}

/** The operators are those of opset 18 (https://onnx.ai/onnx/operators). */
const opset = 18;
const irVersion = 8;
/** Values of `AttributeProto.AttributeType`. */
const attributeType = { int: 2, string: 3, ints: 7 };

/** Serializes a graph as an ONNX model; field numbers as in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
export function writeModel(graph: OnnxGraph): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeVarintField(1, irVersion);
  pbf.writeMessage(7, writeGraph, graph);
  pbf.writeMessage(8, (version, opsets) => opsets.writeVarintField(2, version), opset);
  return pbf.finish();
}

function writeGraph({ nodes, tensors, input, output }: OnnxGraph, pbf: PbfWriter): void {
  for (const node of nodes) pbf.writeMessage(1, writeNode, node);
  pbf.writeStringField(2, 'graph');
  for (const tensor of tensors) pbf.writeMessage(5, writeTensor, tensor);
  pbf.writeMessage(11, writeValue, input);
  pbf.writeMessage(12, writeValue, { name: output });
}

function writeNode({ op, inputs, outputs, attributes }: OnnxNode, pbf: PbfWriter): void {
  for (const input of inputs) pbf.writeStringField(1, input);
  for (const output of outputs) pbf.writeStringField(2, output);
  pbf.writeStringField(4, op);
  for (const attribute of Object.entries(attributes)) pbf.writeMessage(5, writeAttribute, attribute);
}

function writeAttribute([name, value]: [string, OnnxNode['attributes'][string]], pbf: PbfWriter): void {
  pbf.writeStringField(1, name);
  if (typeof value === 'number') {
    pbf.writeVarintField(3, value);
    pbf.writeVarintField(20, attributeType.int);
  } else if (typeof value === 'string') {
    pbf.writeStringField(4, value);
    pbf.writeVarintField(20, attributeType.string);
  } else {
    for (const one of value) pbf.writeVarintField(8, one);
    pbf.writeVarintField(20, attributeType.ints);
  }
}

function writeTensor({ name, type, shape, bytes }: OnnxTensor, pbf: PbfWriter): void {
  for (const side of shape) pbf.writeVarintField(1, side);
  pbf.writeVarintField(2, type);
  pbf.writeStringField(8, name);
  pbf.writeBytesField(9, bytes);
}

/** Types and shapes of values that no one gives are inferred. */
function writeValue({ name, shape }: { name: string; shape?: readonly number[] }, pbf: PbfWriter): void {
  pbf.writeStringField(1, name);
  if (shape) pbf.writeMessage(2, (sides, type) => type.writeMessage(1, writeTensorType, sides), shape);
}

function writeTensorType(shape: readonly number[], pbf: PbfWriter): void {
  pbf.writeVarintField(1, elementType.float);
  pbf.writeMessage(2, writeSides, shape);
}

function writeSides(shape: readonly number[], pbf: PbfWriter): void {
  for (const [i, side] of shape.entries()) pbf.writeMessage(1, writeSide, { side, i });
}

function writeSide({ side, i }: { side: number; i: number }, pbf: PbfWriter): void {
  if (side < 0) pbf.writeStringField(2, `side${i}`);
  else pbf.writeVarintField(1, side);
}
