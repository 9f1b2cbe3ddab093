"""The BERT encoder of multilingual-e5-small as an ONNX graph: token ids and mask in, last hidden states out."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shape:
    """The network's sizes; `epsilon` is that of its layer norms."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    words: int
    positions: int
    types: int
    epsilon: float


class TensorSource(Protocol):
    """Where the graph's weights come from."""

    shape: Shape

    def floats(self, name: str) -> Floats:
        """A flat tensor."""
        ...

    def matrix(self, name: str, rows: int, columns: int) -> Floats:
        """A matrix."""
        ...


class _Graph:
    """Nodes and constants under construction. Methods return the name of the value they add."""

    def __init__(self, weights: TensorSource) -> None:
        self.weights = weights
        self.shape = weights.shape
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, value: npt.ArrayLike) -> str:
        from onnx import numpy_helper

        # asarray, not ascontiguousarray: that one makes 0-d constants 1-d, and Slice then fails at run time.
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        from onnx import helper

        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def norm(self, value: str, tensor: str, output: str) -> str:
        scale = self.constant(f"{output}.scale", self.weights.floats(f"{tensor}.w"))
        bias = self.constant(f"{output}.bias", self.weights.floats(f"{tensor}.b"))
        return self.node("LayerNormalization", [value, scale, bias], output, axis=-1, epsilon=self.shape.epsilon)

    def linear(self, value: str, tensor: str, size_in: int, size_out: int) -> str:
        matrix = np.ascontiguousarray(self.weights.matrix(f"{tensor}.w", size_out, size_in).T)
        product = self.node("MatMul", [value, self.constant(f"{tensor}.W", matrix)], f"{tensor}.product")
        return self.node("Add", [product, self.constant(f"{tensor}.B", self.weights.floats(f"{tensor}.b"))], f"{tensor}.out")


def write_graph(weights: TensorSource, path: Path) -> None:
    """Write the float32 graph (the word table already int8, a scale a row) to `path`."""
    import onnx
    from onnx import TensorProto, helper

    graph = _Graph(weights)
    value = _embed(graph)
    mask = _attention_mask(graph)
    _shared_constants(graph)
    for layer in range(weights.shape.layers):
        value = _layer(graph, layer, value, mask)

    def ids(name: str) -> Any:
        return helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])

    out = helper.make_tensor_value_info(value, TensorProto.FLOAT, ["batch", "tokens", weights.shape.hidden])
    body = helper.make_graph(graph.nodes, "e5", [ids("input_ids"), ids("attention_mask")], [out], graph.constants)
    onnx.save(helper.make_model(body, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)


def _embed(graph: _Graph) -> str:
    from onnx import TensorProto

    shape, weights = graph.shape, graph.weights
    table = weights.matrix("emb.word", shape.words, shape.hidden)
    scale = np.abs(table).max(axis=1, keepdims=True) / 127
    scale[scale == 0] = 1
    graph.constant("words", np.rint(table / scale).astype(np.int8))
    graph.constant("word_scales", scale.astype(np.float32))
    graph.constant("positions", weights.floats("emb.pos").reshape(shape.positions, shape.hidden))
    graph.constant("type", weights.floats("emb.type").reshape(shape.types, shape.hidden)[0])
    graph.constant("zero", np.array([0]))
    small = graph.node("Cast", [graph.node("Gather", ["words", "input_ids"], "word8")], "word32", to=TensorProto.FLOAT)
    word = graph.node("Mul", [small, graph.node("Gather", ["word_scales", "input_ids"], "word_scale")], "word")
    graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    position = graph.node("Slice", ["positions", "zero", "length", "zero"], "position")
    placed = graph.node("Add", [word, position], "placed")
    return graph.norm(graph.node("Add", [placed, "type"], "embedded"), "emb.ln", "layer_in")


def _attention_mask(graph: _Graph) -> str:
    from onnx import TensorProto

    one = graph.constant("one", np.float32(1))
    seen = graph.node("Cast", ["attention_mask"], "seen", to=TensorProto.FLOAT)
    hidden = graph.node("Sub", [one, seen], "unseen")
    penalty = graph.node("Mul", [hidden, graph.constant("minus_infinity", np.float32(-1e9))], "penalty")
    return graph.node("Unsqueeze", [penalty, graph.constant("mask_axes", np.array([1, 2]))], "mask")


def _shared_constants(graph: _Graph) -> None:
    hidden, heads = graph.shape.hidden, graph.shape.heads
    graph.constant("split_heads", np.array([0, 0, heads, hidden // heads]))
    graph.constant("join_heads", np.array([0, 0, hidden]))
    graph.constant("head_scale", np.float32((hidden // heads) ** -0.5))
    graph.constant("half", np.float32(0.5))
    graph.constant("root_two", np.float32(2**0.5))


def _layer(graph: _Graph, layer: int, value: str, mask: str) -> str:
    shape, name = graph.shape, f"l{layer}"
    attended = graph.linear(_attend(graph, name, value, mask), f"{name}.ao", shape.hidden, shape.hidden)
    middle = graph.norm(graph.node("Add", [attended, value], f"{name}.a"), f"{name}.aln", f"{name}.middle")
    wide = _gelu(graph, name, graph.linear(middle, f"{name}.fi", shape.hidden, shape.feed_forward))
    narrow = graph.linear(wide, f"{name}.fo", shape.feed_forward, shape.hidden)
    last = layer == shape.layers - 1
    return graph.norm(
        graph.node("Add", [narrow, middle], f"{name}.f"), f"{name}.oln", "last_hidden_state" if last else f"{name}.end"
    )


def _attend(graph: _Graph, name: str, value: str, mask: str) -> str:
    hidden = graph.shape.hidden
    # Keys are laid out transposed, so that query × key needs no further step.
    for part, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
        flat = graph.linear(value, f"{name}.{part}", hidden, hidden)
        split = graph.node("Reshape", [flat, "split_heads"], f"{name}.{part}.split")
        graph.node("Transpose", [split], f"{name}.{part}.heads", perm=order)
    match = graph.node("MatMul", [f"{name}.q.heads", f"{name}.k.heads"], f"{name}.match")
    scaled = graph.node("Mul", [match, "head_scale"], f"{name}.scaled")
    weight = graph.node("Softmax", [graph.node("Add", [scaled, mask], f"{name}.masked")], f"{name}.weight", axis=-1)
    mixed = graph.node("MatMul", [weight, f"{name}.v.heads"], f"{name}.mixed")
    back = graph.node("Transpose", [mixed], f"{name}.back", perm=[0, 2, 1, 3])
    return graph.node("Reshape", [back, "join_heads"], f"{name}.joined")


def _gelu(graph: _Graph, name: str, value: str) -> str:
    """x · (1 + erf(x / √2)) / 2, the exact form that BERT was trained with."""
    error = graph.node("Erf", [graph.node("Div", [value, "root_two"], f"{name}.g1")], f"{name}.g2")
    factor = graph.node("Add", [error, "one"], f"{name}.g3")
    return graph.node("Mul", [graph.node("Mul", [value, factor], f"{name}.g4"), "half"], f"{name}.g5")
