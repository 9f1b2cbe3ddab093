"""The cross-encoder's code path, on a real ONNX file that scores by the number of tokens: no quality, only plumbing."""

import shutil
from pathlib import Path

import pytest

from agent.retrieval.encoders import EncoderError
from agent.retrieval.rerank import CrossEncoder
from tests.agent.models import local_encoder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A cross-encoder whose logit is minus the pair's number of tokens over ten."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    for name in ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "config.json"):
        shutil.copy(local_encoder() / name, tmp_path / name)
    nodes = [
        helper.make_node("Cast", ["attention_mask"], ["seen"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["seen", "axis"], ["count"], keepdims=1),
        helper.make_node("Mul", ["count", "scale"], ["logits"]),
    ]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "s"]) for name in ("input_ids", "attention_mask")]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["b", 1])]
    constants = [
        numpy_helper.from_array(np.array([1]), "axis"),
        numpy_helper.from_array(np.array([-0.1], np.float32), "scale"),
    ]
    graph = helper.make_graph(nodes, "pairs", inputs, outputs, constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), tmp_path / "model.onnx")
    return tmp_path


async def test_documents_are_scored_with_the_question(folder: Path) -> None:
    """One score in [0, 1] a document, in order, from the pair of question and document."""
    encoder = CrossEncoder(folder)
    scores = await encoder.scores("a heist", ["short", "a text that is a good deal longer than the other one"])
    longer = await encoder.scores("a heist film with a long question", ["short"])
    encoder.close()
    assert len(scores) == 2
    assert 1 > scores[0] > scores[1] > 0
    assert longer[0] < scores[0]


async def test_no_documents_need_no_model(folder: Path) -> None:
    """An empty list has no scores."""
    assert await CrossEncoder(folder).scores("a heist", []) == []


async def test_a_folder_without_a_model_is_told_plainly(tmp_path: Path) -> None:
    """Loading what is no model raises our own error."""
    with pytest.raises(EncoderError, match="cannot be loaded"):
        await CrossEncoder(tmp_path).scores("a heist", ["a text"])
